"""What becomes of the entries' losses: one number, or with reduction="none" one for each entry."""
import warnings


def reduction_of(size_average, reduce, reduction):
    """The reduction that is asked for, also in PyTorch's old words. Raises ValueError for any but none, mean, sum."""
    if size_average is not None or reduce is not None:
        reduction = "none" if reduce is False else "sum" if size_average is False else "mean"
        warnings.warn(f"size_average and reduce args will be deprecated, please use reduction='{reduction}' instead.",
                      UserWarning, stacklevel=3)
    if reduction not in ("none", "mean", "sum"):
        raise ValueError(f"{reduction} is not a valid value for reduction")
    return reduction


def reduced(loss, reduction):
    """The entries' losses as they are, their mean, or their sum."""
    return loss if reduction == "none" else loss.mean() if reduction == "mean" else loss.sum()
