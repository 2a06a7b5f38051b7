// The webhook with which cpsizer-webhook is compared; build.sh builds it.
module cpsizer/tests/bench/go-webhook

go 1.26.0
