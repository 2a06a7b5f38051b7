#!/bin/sh
# Prints cpsizer.yaml as a PrometheusRule object of the Prometheus operator, for deploy/components/prometheus-rules.
set -eu
cat <<'END'
# Generated from deploy/rules/cpsizer.yaml by deploy/rules/as_prometheus_rule.sh. Do not edit.
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: cpsizer
  namespace: cpsizer
spec:
END
sed -e 's/^./  &/' "$(dirname "$0")/cpsizer.yaml"
