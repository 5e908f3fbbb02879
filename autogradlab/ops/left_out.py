"""Names of PyTorch that autogradlab leaves out: the errors for them say so and point to the list of differences."""

import sys
from dis import opmap

from autogradlab.autograd.sentences import no_such_name
from autogradlab.autograd.tensor import Tensor

#: Names that are methods of Tensor and functions.
_BOTH = """
    acos acosh addmv addr adjoint aminmax angle arccos arccosh arcsin arcsinh arctanh argwhere as_strided asin asinh
    atan2 atanh baddbmm bfloat16 bincount cholesky conj copysign corrcoef cov cross cummax cummin deg2rad diagflat
    diagonal_scatter diff digamma dist erfc erfinv exp2 fliplr flipud float_power fmax fmin frac gcd get_device
    hardshrink heaviside histc hsplit hypot i0 igamma imag index_copy index_fill index_put inner is_nonzero isneginf
    isposinf isreal kron kthvalue lcm lgamma logaddexp logcumsumexp logdet logit lu masked_scatter matrix_exp
    matrix_power mode moveaxis movedim msort mvlgamma nanmean nanmedian nansum nextafter pinverse polygamma qr quantile
    rad2deg real renorm rot90 scatter_reduce select_scatter signbit sinc slogdet smm split_with_sizes stft svd
    take_along_dim tensor_split unique unique_consecutive unsafe_chunk vdot vsplit xlogy """
#: Names that programs ask for: functions and classes of modules; of Tensor only the usual ones, since `dir` lists them;
#: methods of nn.Module and of one of its classes.
#: Any other missing name gets PyTorch's error message, in a module with a note.
NAMES = {
    "Tensor": _BOTH
    + """
        acos_ addmm_ apply_ asin_ atan2_ cauchy_ cumprod_ cumsum_ eq_ erf_ exp2_ fill_diagonal_ frac_ ge_ geometric_
        greater_ greater_equal_ gt_ H hypot_ index_copy_ index_fill_ index_put_ le_ less_ less_equal_ log_normal_
        logit_ lt_ map_ masked_scatter_ ne_ new not_equal_ pin_memory put_ resize_ scatter_reduce_ set_ share_memory_
        sparse_mask storage sum_to_size to_dense to_sparse unfold untyped_storage""",
    "Module": """
        bfloat16 compile get_extra_state ipu mtia register_backward_hook register_load_state_dict_post_hook
        register_load_state_dict_pre_hook register_state_dict_post_hook register_state_dict_pre_hook set_extra_state
        set_submodule share_memory to_empty xpu""",
    "ParameterDict": "copy fromkeys popitem setdefault",
    "torch": _BOTH
    + """
        abs_ adaptive_avg_pool1d addbmm alpha_dropout amp arctan2 arctan_ as_strided_scatter atan_ atleast_1d atleast_2d
        atleast_3d autocast avg_pool1d batch_norm bilinear binomial block_diag broadcast_shapes bucketize
        cartesian_prod cdist ceil_ celu cfloat chain_matmul cholesky_inverse cholesky_solve clamp_ clamp_max_ clamp_min_
        clip_ column_stack combinations compiler complex complex128 complex64 conj_physical conv1d conv2d conv3d
        conv_transpose1d conv_transpose2d cos_ cosh_ cosine_similarity ctc_loss dequantize detach detach_ distributed
        distributions dropout dsplit dstack eig embedding empty_permuted empty_strided exp_ expm1_ export fft fill_ fix_
        floor_ frexp frombuffer func futures fx geqrf gradient group_norm gru hamming_window hann_window hash_tensor
        hinge_embedding_loss histogram hub igammac index_put_ index_reduce instance_norm int_repr is_conj is_distributed
        is_neg is_same_size isin istft jit kl_div layer_norm ldexp library load log10_ log1p_ log2_ log_ logaddexp2
        logspace lstm lstsq lu_solve margin_ranking_loss masked max_pool1d max_pool2d monitor multiprocessing
        nan_to_num_ nanquantile narrow_copy neg_ negative_ nested nonzero_static onnx orgqr ormqr overrides package
        pairwise_distance pca_lowrank pdist pixel_shuffle poisson polar prelu profiler put q_per_channel_axis
        q_per_channel_scales q_per_channel_zero_points q_scale q_zero_point quantization quantize_per_tensor quasirandom
        range reciprocal_ relu_ resolve_conj resolve_neg return_types round_ rrelu rsqrt_ rsub save
        scalar_tensor searchsorted selu set_default_tensor_type sigmoid_ sin_ sinh_ slice_inverse slice_scatter solve
        sparse special spmm sqrt_ square_ sspaddmm std_mean svd_lowrank symeig tan_ tanh_ tensordot testing threshold
        trapz triangular_solve tril_indices triplet_margin_loss triu_indices trunc_ uint16 uint32 uint64 unravel_index
        unsafe_split unsafe_split_with_sizes vander var_mean vmap zero_""",
    "torch.nn": """
        AdaptiveAvgPool1d AdaptiveAvgPool2d AdaptiveAvgPool3d AdaptiveLogSoftmaxWithLoss AdaptiveMaxPool1d
        AdaptiveMaxPool2d AdaptiveMaxPool3d AlphaDropout AvgPool1d AvgPool2d AvgPool3d BatchNorm2d BatchNorm3d Bilinear
        Buffer ChannelShuffle CircularPad1d CircularPad2d CircularPad3d ConstantPad1d ConstantPad2d ConstantPad3d
        Container Conv1d Conv2d Conv3d ConvTranspose1d ConvTranspose2d ConvTranspose3d CosineEmbeddingLoss CrossMapLRN2d
        CTCLoss DataParallel Dropout1d Dropout2d Dropout3d EmbeddingBag FeatureAlphaDropout Fold FractionalMaxPool2d
        FractionalMaxPool3d GroupNorm GRU GRUCell Hardshrink InstanceNorm1d InstanceNorm2d InstanceNorm3d
        LazyBatchNorm1d LazyBatchNorm2d LazyBatchNorm3d LazyConv1d LazyConv2d LazyConv3d LazyConvTranspose1d
        LazyConvTranspose2d LazyConvTranspose3d LazyInstanceNorm1d LazyInstanceNorm2d LazyInstanceNorm3d LazyLinear
        LinearCrossEntropyLoss LinearCrossEntropyOptions LocalResponseNorm LPPool1d LPPool2d LPPool3d LSTM LSTMCell
        MarginRankingLoss MaxPool1d MaxPool2d MaxPool3d MaxUnpool1d MaxUnpool2d MaxUnpool3d modules MultiheadAttention
        MultiLabelMarginLoss MultiLabelSoftMarginLoss MultiMarginLoss NLLLoss2d PairwiseDistance PixelShuffle
        PixelUnshuffle PReLU ReflectionPad1d ReflectionPad2d ReflectionPad3d ReplicationPad1d ReplicationPad2d
        ReplicationPad3d RMSNorm RNN RNNBase RNNCell RNNCellBase RReLU SoftMarginLoss Softmax2d Softmin SyncBatchNorm
        Threshold Transformer TransformerDecoder TransformerDecoderLayer TransformerEncoder TransformerEncoderLayer
        TripletMarginLoss TripletMarginWithDistanceLoss Unflatten Unfold Upsample UpsamplingBilinear2d
        UpsamplingNearest2d ZeroPad1d ZeroPad2d ZeroPad3d""",
    "torch.nn.functional": """
        adaptive_avg_pool1d adaptive_avg_pool2d adaptive_avg_pool3d adaptive_max_pool1d adaptive_max_pool1d_with_indices
        adaptive_max_pool2d adaptive_max_pool2d_with_indices adaptive_max_pool3d adaptive_max_pool3d_with_indices
        affine_grid alpha_dropout avg_pool1d avg_pool2d avg_pool3d bilinear celu_ channel_shuffle conv1d conv2d conv3d
        conv_tbc conv_transpose1d conv_transpose2d conv_transpose3d cosine_embedding_loss ctc_loss dropout1d dropout2d
        dropout3d elu_ embedding_bag feature_alpha_dropout fold fractional_max_pool2d fractional_max_pool2d_with_indices
        fractional_max_pool3d fractional_max_pool3d_with_indices grid_sample group_norm grouped_mm gumbel_softmax
        hardshrink instance_norm interpolate leaky_relu_ linear_cross_entropy local_response_norm lp_pool1d lp_pool2d
        lp_pool3d margin_ranking_loss max_pool1d max_pool1d_with_indices max_pool2d max_pool2d_with_indices max_pool3d
        max_pool3d_with_indices max_unpool1d max_unpool2d max_unpool3d multi_head_attention_forward multi_margin_loss
        multilabel_margin_loss multilabel_soft_margin_loss native_channel_shuffle pad pairwise_distance pdist
        pixel_shuffle pixel_unshuffle rms_norm rrelu rrelu_ scaled_dot_product_attention scaled_grouped_mm scaled_mm
        selu_ soft_margin_loss softmin threshold threshold_ triplet_margin_loss triplet_margin_with_distance_loss unfold
        upsample upsample_bilinear upsample_nearest""",
    "torch.optim": """
        Adadelta Adafactor Adagrad Adamax ASGD LBFGS Muon NAdam RAdam RMSprop Rprop SparseAdam swa_utils""",
    "torch.optim.lr_scheduler": """
        ChainedScheduler ConstantLR CosineAnnealingWarmRestarts CyclicLR LinearLR MultiplicativeLR OneCycleLR
        PolynomialLR ReduceLROnPlateau SequentialLR""",
    "torch.linalg": """
        cholesky cholesky_ex cond cross diagonal eig eigh eigvals eigvalsh householder_product inv_ex ldl_factor
        ldl_factor_ex ldl_solve lstsq lu lu_factor lu_factor_ex lu_solve matmul matrix_exp matrix_norm matrix_power
        matrix_rank multi_dot pinv qr slogdet solve_ex solve_triangular svd svdvals tensorinv tensorsolve vander
        vecdot""",
    "torch.nn.init": """
        constant dirac dirac_ eye kaiming_normal kaiming_uniform normal orthogonal orthogonal_ sparse sparse_
        trunc_normal_ uniform xavier_normal xavier_uniform""",
    "torch.nn.utils": "clip_grad_norm clip_grads_with_norm_ parametrize rnn spectral_norm weight_norm",
    "torch.utils.checkpoint": "set_checkpoint_early_stop",
    "torch.utils.data": """
        ChainDataset DataChunk default_convert DFIterDataPipe DistributedSampler get_worker_info IterableDataset
        IterDataPipe MapDataPipe Sampler StackDataset SubsetRandomSampler WeightedRandomSampler""",
}


def left_out(owner, name):
    """The AttributeError for a name that is left out on purpose."""
    return AttributeError(f"autogradlab leaves out {owner}.{name}; see docs/differences.md")


def option_left_out(option):
    """The NotImplementedError for an option that is left out on purpose, such as "load_state_dict(assign=True)"."""
    return NotImplementedError(f"autogradlab leaves out {option}; see docs/differences.md")


def missing(owner, name):
    """The AttributeError for a name that a module does not have, from the module's `__getattr__`.

    For `from torch.nn import LSTM` it is an ImportError: Python would replace an AttributeError by an error of its own.
    """
    if name in NAMES.get(owner, "").split():
        error = left_out(owner, name)
        return ImportError(str(error), name=name) if _is_imported(sys._getframe(2)) else error
    return no_such_name(owner, name)


def lacking(owner):
    """The `__getattr__` of the module `owner`, which raises that error."""

    def __getattr__(name):
        raise missing(owner, name)

    return __getattr__


def show_only(package, *shown):
    """Remove from a package's names all but `__all__` and `shown`: PyTorch has no `nn.linear`, a slip that must say so.

    package   its globals, among which Python puts every file that is imported
    """
    for name in set(package).difference(package["__all__"], shown):
        if not name.startswith("__"):
            del package[name]


def _is_imported(frame):
    """Whether `frame` is just running the `from ... import name` that asks for a name."""
    return frame.f_code.co_code[frame.f_lasti] == opmap["IMPORT_FROM"]


class _LeftOut:
    """The attribute of Tensor for a method that is left out: reading it raises, so `hasattr` is False."""

    def __init__(self, name):
        self.name = name

    def __get__(self, tensor, owner=None):
        raise left_out("Tensor", self.name)

    def __set__(self, tensor, value):
        raise left_out("Tensor", self.name)


for _name in NAMES["Tensor"].split():
    setattr(Tensor, _name, _LeftOut(_name))


def _names(self):
    """The names that a tensor has, for `dir` and completion."""
    return [name for name in object.__dir__(self) if not isinstance(vars(Tensor).get(name), _LeftOut)]


Tensor.__dir__ = _names
