// What cpsizer-webhook is measured beside; build.sh builds it.
module cpsizer/tests/bench/go-webhook

go 1.26.0
