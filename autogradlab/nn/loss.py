"""Losses as layers; `functional` says what each computes."""

from __future__ import annotations

from autogradlab.autograd.sentences import noted
from autogradlab.autograd.tensor import Tensor

from . import functional as F
from .function_layer import SilentLayer, layer


class _Loss(SilentLayer):
    """A loss whose weights are buffers: they are saved and converted with the layer, but not trained."""

    def __new__(cls, *given, **settings):
        """Refuse MSELoss(prediction, target) as PyTorch does, which asks whether these switches of old are true."""
        try:
            [bool(value) for value in given[cls.__init__.__code__.co_argcount - 1 :] if isinstance(value, Tensor)]
        except RuntimeError as error:
            raise noted(error, f"help: make the loss, then call it: {cls.__name__}()(prediction, target)") from None
        return super().__new__(cls)

    def _keep(self, settings):
        for name, value in settings.items():
            if name.endswith("weight"):
                self.register_buffer(name, value)
            else:
                self.__dict__[name] = value


MSELoss = layer("MSELoss", F.mse_loss, _Loss)
L1Loss = layer("L1Loss", F.l1_loss, _Loss)
SmoothL1Loss = layer("SmoothL1Loss", F.smooth_l1_loss, _Loss)
HuberLoss = layer("HuberLoss", F.huber_loss, _Loss)
BCELoss = layer("BCELoss", F.binary_cross_entropy, _Loss)
BCEWithLogitsLoss = layer("BCEWithLogitsLoss", F.binary_cross_entropy_with_logits, _Loss)
NLLLoss = layer("NLLLoss", F.nll_loss, _Loss)
CrossEntropyLoss = layer("CrossEntropyLoss", F.cross_entropy, _Loss)
KLDivLoss = layer("KLDivLoss", F.kl_div, _Loss)
HingeEmbeddingLoss = layer("HingeEmbeddingLoss", F.hinge_embedding_loss, _Loss)
PoissonNLLLoss = layer("PoissonNLLLoss", F.poisson_nll_loss, _Loss)
GaussianNLLLoss = layer("GaussianNLLLoss", F.gaussian_nll_loss, _Loss)
CosineSimilarity = layer("CosineSimilarity", F.cosine_similarity, _Loss)
