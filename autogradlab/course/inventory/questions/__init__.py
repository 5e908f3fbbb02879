"""All questions in order: the twenty of forms A and B, and the transfer block."""

from autogradlab.course.inventory.questions.batches import I11, I12
from autogradlab.course.inventory.questions.leaves_and_loop import I05, I06, I07, I08
from autogradlab.course.inventory.questions.lifetime import I09, I10, I18, I20
from autogradlab.course.inventory.questions.modes import I13, I14, I15, I19
from autogradlab.course.inventory.questions.own_rules import I16, I17
from autogradlab.course.inventory.questions.slope_and_graph import I01, I02, I03, I04
from autogradlab.course.inventory.questions.transfer_depth import T14, T15, T16, T17
from autogradlab.course.inventory.questions.transfer_extending import T09, T10, T11, T12, T13
from autogradlab.course.inventory.questions.transfer_training import T01, T02, T03, T04, T05, T06, T07, T08

QUESTIONS = (I01, I02, I03, I04, I05, I06, I07, I08, I09, I10, I11, I12, I13, I14, I15, I16, I17, I18, I19, I20)
TRANSFER = (T01, T02, T03, T04, T05, T06, T07, T08, T09, T10, T11, T12, T13, T14, T15, T16, T17)
