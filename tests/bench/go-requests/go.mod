// The tool with which `cpsizer fit --requests` is compared; build.sh builds it.
module cpsizer/tests/bench/go-requests

go 1.26.0
