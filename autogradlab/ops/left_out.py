"""What PyTorch has and autogradlab leaves out: whoever asks for it is told so, and where the differences are listed."""
from autogradlab.autograd.rules import noted
from autogradlab.autograd.tensor import Tensor

#: Names that small programs ask for. Whatever else is missing gets the same note, but PyTorch's sentence.
NAMES = {
    "torch": """
        adaptive_avg_pool1d as_strided bfloat16 block_diag cartesian_prod cdist cfloat cholesky combinations complex
        complex64 complex128 conv1d conv2d conv3d conv_transpose1d conv_transpose2d corrcoef cov cross cummax cummin
        fft func get_num_threads gradient hamming_window hann_window histc istft jit kron load lu mode onnx
        pca_lowrank pinverse poisson polar qr quantile quantize_per_tensor save searchsorted set_num_threads sparse
        special stft svd tensordot trapz tril_indices triu_indices uint16 uint32 uint64 unique unique_consecutive
        use_deterministic_algorithms vander vmap xpu""",
    "torch.nn": """
        AdaptiveAvgPool1d AdaptiveAvgPool2d AvgPool1d AvgPool2d BatchNorm2d BatchNorm3d Bilinear CTCLoss Conv1d
        Conv2d Conv3d ConvTranspose1d ConvTranspose2d DataParallel Dropout2d Fold GRU GRUCell GroupNorm
        InstanceNorm1d InstanceNorm2d LSTM LSTMCell MaxPool1d MaxPool2d MultiheadAttention PixelShuffle RNN RNNCell
        Transformer TransformerDecoder TransformerEncoder TransformerEncoderLayer Unfold Upsample ZeroPad2d""",
    "torch.nn.functional": """
        adaptive_avg_pool2d affine_grid avg_pool1d avg_pool2d conv1d conv2d conv3d conv_transpose2d ctc_loss fold
        grid_sample group_norm instance_norm interpolate max_pool1d max_pool2d multi_head_attention_forward
        pixel_shuffle scaled_dot_product_attention unfold upsample""",
    "Tensor": """
        as_strided bfloat16 cauchy_ cholesky corrcoef cov cross cummax cummin geometric_ histc imag kron log_normal_
        lu mode pin_memory qr quantile real resize_ set_ share_memory_ sparse_mask storage stft svd to_dense
        to_sparse unfold unique unique_consecutive untyped_storage""",
}


def left_out(owner, name):
    """The AttributeError for a name that is left out on purpose."""
    return AttributeError(f"autogradlab leaves out {owner}.{name}; see docs/differences.md")


def missing(owner, name):
    """The AttributeError for a name that a module does not have."""
    if name in NAMES.get(owner, "").split():
        return left_out(owner, name)
    return noted(AttributeError(f"module '{owner}' has no attribute '{name}'"),
                 "help: if PyTorch has it, autogradlab leaves it out; see docs/differences.md")


class _LeftOut:
    """Stands on Tensor where a method is left out: asking for it says so, and `hasattr` is False."""

    def __init__(self, name):
        self.name = name

    def __get__(self, tensor, owner=None):
        raise left_out("Tensor", self.name)


for _name in NAMES["Tensor"].split():
    if not hasattr(Tensor, _name):
        setattr(Tensor, _name, _LeftOut(_name))
