"""Losses as layers; `functional` says what each computes."""

from __future__ import annotations

from . import functional as F
from .function_layer import SilentLayer, layer


class _Loss(SilentLayer):
    """A loss whose weights are buffers: they are saved and converted with the layer, but not trained."""

    size_average = reduce = None  # `_keep` has turned them into the reduction

    def _keep(self, settings):
        if "reduce" in settings:
            old = settings.pop("size_average"), settings.pop("reduce")
            settings["reduction"] = F.losses.chosen(settings["reduction"], *old)
        for name, value in settings.items():
            if name.endswith("weight"):
                self.register_buffer(name, value)
            else:
                self.__dict__[name] = value


class _Huber(_Loss):
    """A loss that looks at `delta` when it is made."""

    def _keep(self, settings):
        if not isinstance(settings["delta"], (float, int)):
            raise TypeError(f"delta must be a float or int, got: {type(settings['delta'])}")
        super()._keep(settings)


MSELoss = layer("MSELoss", F.mse_loss, _Loss, without="weight")
L1Loss = layer("L1Loss", F.l1_loss, _Loss, without="weight")
SmoothL1Loss = layer("SmoothL1Loss", F.smooth_l1_loss, _Loss)
HuberLoss = layer("HuberLoss", F.huber_loss, _Huber, without="weight")
BCELoss = layer("BCELoss", F.binary_cross_entropy, _Loss)
BCEWithLogitsLoss = layer("BCEWithLogitsLoss", F.binary_cross_entropy_with_logits, _Loss)
NLLLoss = layer("NLLLoss", F.nll_loss, _Loss)
CrossEntropyLoss = layer("CrossEntropyLoss", F.cross_entropy, _Loss)
KLDivLoss = layer("KLDivLoss", F.kl_div, _Loss)
HingeEmbeddingLoss = layer("HingeEmbeddingLoss", F.hinge_embedding_loss, _Loss)
PoissonNLLLoss = layer("PoissonNLLLoss", F.poisson_nll_loss, _Loss)
GaussianNLLLoss = layer("GaussianNLLLoss", F.gaussian_nll_loss, _Loss, by_name=True)
CosineSimilarity = layer("CosineSimilarity", F.cosine_similarity, _Loss)
