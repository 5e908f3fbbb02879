"""What PyTorch has and autogradlab leaves out: whoever asks for it is told so, and where the differences are listed."""

from autogradlab.autograd.sentences import noted
from autogradlab.autograd.tensor import Tensor

#: Names that small programs ask for. Whatever else is missing gets the same note, but PyTorch's sentence.
NAMES = {
    "torch": """
        acos adaptive_avg_pool1d as_strided asin atan2 baddbmm bfloat16 block_diag cartesian_prod cdist cfloat cholesky
        column_stack combinations complex complex128 complex64 conv1d conv2d conv3d conv_transpose1d conv_transpose2d
        corrcoef cov cross cummax cummin diff fft fliplr flipud func gradient hamming_window hann_window histc hypot
        index_copy index_fill istft jit kron load logspace lu masked_scatter mode moveaxis movedim msort nansum
        onnx pca_lowrank pinverse poisson polar qr quantile quantize_per_tensor randint_like relu_ return_types save
        searchsorted sparse special stft svd take_along_dim tensordot trapz tril_indices triu_indices uint16 uint32
        uint64 unique unique_consecutive vander vmap xpu""",
    "torch.nn": """
        AdaptiveAvgPool1d AdaptiveAvgPool2d AlphaDropout AvgPool1d AvgPool2d BatchNorm2d BatchNorm3d Bilinear Buffer
        CTCLoss Conv1d Conv2d Conv3d ConvTranspose1d ConvTranspose2d CosineEmbeddingLoss DataParallel Dropout1d
        Dropout2d EmbeddingBag Fold GRU GRUCell GroupNorm Hardshrink InstanceNorm1d InstanceNorm2d LSTM LSTMCell
        MarginRankingLoss MaxPool1d MaxPool2d MultiMarginLoss MultiheadAttention PReLU PairwiseDistance PixelShuffle
        RMSNorm RNN RNNCell RReLU Softmin Threshold Transformer TransformerDecoder TransformerEncoder
        TransformerEncoderLayer TripletMarginLoss Unflatten Unfold Upsample ZeroPad2d""",
    "torch.nn.functional": """
        adaptive_avg_pool2d affine_grid avg_pool1d avg_pool2d conv1d conv2d conv3d conv_transpose2d
        cosine_embedding_loss ctc_loss elu_ fold grid_sample group_norm hardshrink instance_norm interpolate
        leaky_relu_ margin_ranking_loss max_pool1d max_pool2d multi_head_attention_forward pad pairwise_distance
        pixel_shuffle rms_norm rrelu scaled_dot_product_attention softmin threshold triplet_margin_loss unfold
        upsample""",
    "torch.optim": "ASGD Adadelta Adagrad Adamax LBFGS NAdam RAdam RMSprop Rprop SparseAdam",
    "torch.optim.lr_scheduler": """
        ChainedScheduler ConstantLR CosineAnnealingWarmRestarts CyclicLR LinearLR MultiplicativeLR OneCycleLR
        PolynomialLR ReduceLROnPlateau SequentialLR""",
    "torch.linalg": """
        cholesky cond cross eig eigh eigvals eigvalsh lstsq lu matmul matrix_norm matrix_power matrix_rank multi_dot
        pinv qr slogdet svd svdvals""",
    "torch.nn.init": "dirac_ orthogonal_ sparse_ trunc_normal_",
    "torch.utils.data": """
        ChainDataset IterableDataset StackDataset Sampler SubsetRandomSampler
        WeightedRandomSampler default_convert get_worker_info""",
    "Tensor": """
        acos as_strided asin baddbmm bfloat16 cauchy_ cholesky corrcoef cov cross cummax cummin diff fliplr flipud
        geometric_ histc imag index_copy index_copy_ index_fill index_fill_ kron log_normal_ lu masked_scatter
        masked_scatter_ mode moveaxis movedim msort nansum pin_memory qr quantile real resize_ set_ share_memory_
        sparse_mask squeeze_ stft storage svd swapaxes_ t_ take_along_dim to_dense to_sparse transpose_ unfold unique
        unique_consecutive unsqueeze_ untyped_storage""",
}


def left_out(owner, name):
    """The AttributeError for a name that is left out on purpose."""
    return AttributeError(f"autogradlab leaves out {owner}.{name}; see docs/differences.md")


def option_left_out(option):
    """The NotImplementedError for an option that is left out on purpose, such as "load_state_dict(assign=True)"."""
    return NotImplementedError(f"autogradlab leaves out {option}; see docs/differences.md")


def missing(owner, name):
    """The AttributeError for a name that a module does not have."""
    if name in NAMES.get(owner, "").split():
        return left_out(owner, name)
    return noted(
        AttributeError(f"module '{owner}' has no attribute '{name}'"),
        "help: if PyTorch has it, autogradlab leaves it out; see docs/differences.md",
    )


class _LeftOut:
    """Stands on Tensor where a method is left out: asking for it says so, and `hasattr` is False."""

    def __init__(self, name):
        self.name = name

    def __get__(self, tensor, owner=None):
        raise left_out("Tensor", self.name)


for _name in NAMES["Tensor"].split():
    if not hasattr(Tensor, _name):
        setattr(Tensor, _name, _LeftOut(_name))
