"""Losses as layers. What each computes is said in `functional`; a layer keeps the settings.

`size_average` and `reduce` are PyTorch's old words for `reduction`.
"""
from functools import partial

from . import functional as F
from .functional.reduction import reduction_of
from .functional_layer import FunctionalLayer, layer

_WEIGHTS, _OLD_WORDS = ("weight", "pos_weight"), ("size_average", "reduce")


class _Loss(FunctionalLayer):
    """Weights are buffers: they are saved and converted with the layer, but not trained."""

    def _keep(self, settings):
        old = [settings.pop(word, None) for word in _OLD_WORDS]
        if old != [None, None]:
            settings["reduction"] = reduction_of(*old, settings["reduction"])
        for name, value in settings.items():
            if name in _WEIGHTS:
                self.register_buffer(name, value)
            else:
                self.__dict__[name] = value

    def forward(self, *inputs):
        settings = {name: self.__dict__[name] for name in self.settings if name not in _OLD_WORDS}
        return self.function(*inputs, **settings)

    def extra_repr(self):
        return ""


_loss = partial(layer, _Loss)
_AVERAGED = {"size_average": None, "reduce": None, "reduction": "mean"}

MSELoss = _loss("MSELoss", F.mse_loss, **_AVERAGED)
L1Loss = _loss("L1Loss", F.l1_loss, **_AVERAGED)
SmoothL1Loss = _loss("SmoothL1Loss", F.smooth_l1_loss, **_AVERAGED, beta=1.0)
HuberLoss = _loss("HuberLoss", F.huber_loss, reduction="mean", delta=1.0)
BCELoss = _loss("BCELoss", F.binary_cross_entropy, weight=None, **_AVERAGED)
BCEWithLogitsLoss = _loss("BCEWithLogitsLoss", F.binary_cross_entropy_with_logits, weight=None, **_AVERAGED,
                          pos_weight=None)
NLLLoss = _loss("NLLLoss", F.nll_loss, weight=None, size_average=None, ignore_index=-100, reduce=None, reduction="mean")
CrossEntropyLoss = _loss("CrossEntropyLoss", F.cross_entropy, weight=None, size_average=None, ignore_index=-100,
                         reduce=None, reduction="mean", label_smoothing=0.0)
KLDivLoss = _loss("KLDivLoss", F.kl_div, **_AVERAGED, log_target=False)
PoissonNLLLoss = _loss("PoissonNLLLoss", F.poisson_nll_loss, log_input=True, full=False, size_average=None, eps=1e-8,
                       reduce=None, reduction="mean")
GaussianNLLLoss = _loss("GaussianNLLLoss", F.gaussian_nll_loss, full=False, eps=1e-6, reduction="mean")
HingeEmbeddingLoss = _loss("HingeEmbeddingLoss", F.hinge_embedding_loss, margin=1.0, **_AVERAGED)
MarginRankingLoss = _loss("MarginRankingLoss", F.margin_ranking_loss, margin=0.0, **_AVERAGED)
CosineSimilarity = _loss("CosineSimilarity", F.cosine_similarity, dim=1, eps=1e-8)
