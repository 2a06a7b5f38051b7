#!/usr/bin/env bash
# Shows how the server and the sidecar work on a real kube-apiserver:
#   run.sh BIN [--once]
# BIN is the folder of the programs. CPSIZER_TOOLS_DIR is the folder of kube-apiserver and etcd. All processes stop when
# this script stops.
# Exit codes: 0 success, 77 no tools, any other code if an expected event does not occur.
set -euo pipefail

readonly bin=$1
once=false
case "${2:-}" in
  --once) once=true ;;
  '') ;;
  *)
    echo "Usage: ./dev demo [--once]" >&2
    exit 2
    ;;
esac
if [ ! -x "${CPSIZER_TOOLS_DIR:-}/kube-apiserver" ]; then
  echo "demo: no kube-apiserver in CPSIZER_TOOLS_DIR; ./dev builds it where Go 1.26 or newer is" >&2
  exit 77
fi

readonly annotation='hypershift\.openshift\.io/recommended-cluster-size'
readonly wait_timeout=60s
# PATH must contain kubectl-cpsizer. The kubectl of the tools is used only if the machine has no kubectl.
export PATH="$bin:$PATH:$CPSIZER_TOOLS_DIR"

say() { printf '\n== %s\n' "$*"; }
# Prints a command as a user types it, and runs it.
show() {
  local word
  printf '\n$'
  for word in "$@"; do
    [[ $word != *[^A-Za-z0-9_./:=,-]* ]] || word="'$word'"
    printf ' %s' "$word"
  done
  printf '\n'
  "$@"
}

work=$(mktemp -d)
started=()
finish() {
  local status=$?
  [ ${#started[@]} -eq 0 ] || kill "${started[@]}" 2>/dev/null || true
  [ -z "${cluster[1]:-}" ] || exec {cluster[1]}>&-
  wait
  if [ "$status" != 0 ]; then tail -n 20 "$work"/*.log >&2; fi
  rm -rf "$work"
}
trap finish EXIT
trap 'exit 0' INT TERM

say "a real kube-apiserver and etcd on loopback, with deploy/crds, deploy/base and deploy/examples/fleet"
# cpsizer_example_cluster runs until this script closes its standard input.
coproc cluster { exec "$bin/cpsizer_example_cluster"; }
read -r KUBECONFIG <&"${cluster[0]}"
read -r sidecar_kubeconfig <&"${cluster[0]}"
export KUBECONFIG

sizes() {
  show kubectl get hostedclusters -n clusters -o custom-columns="NAME:.metadata.name,SIZE:.metadata.annotations.$annotation"
}
has_size() {
  kubectl wait -n clusters "hostedcluster/$1" --for="jsonpath={.metadata.annotations.$annotation}=$2" --timeout="$wait_timeout" \
    >/dev/null
}
# The sidecar writes the event directly after the annotation.
wait_for_event() {
  for _ in $(seq 200); do
    [ -z "$(kubectl get events -n clusters --field-selector "involvedObject.name=$1" -o name)" ] || return 0
    sleep 0.1
  done
  return 1
}
sizes

say "cpsizer-server on a Unix socket, and cpsizer-sidecar that uses it, with the permissions of deploy/base"
"$bin/cpsizer-server" --grpc-addr="unix:$work/cpsizer.sock" --drain-delay=0s 2>"$work/server.log" &
started+=($!)
"$bin/cpsizer-sidecar" --kubeconfig="$sidecar_kubeconfig" --service="unix:$work/cpsizer.sock" \
  --mode=enforce --vpa-min-age=0s --leader-elect-resource-namespace=cpsizer 2>"$work/sidecar.log" &
started+=($!)
has_size archive-prod small
has_size checkout-prod large
has_size search-prod medium
sizes

say "orders-prod gets busier: its VPA recommends 50Gi"
show kubectl patch vpa kube-apiserver -n clusters-orders-prod --subresource=status --type=json -p '[
  {"op": "test", "path": "/status/recommendation/containerRecommendations/1/containerName", "value": "kube-apiserver"},
  {"op": "replace", "path": "/status/recommendation/containerRecommendations/1/uncappedTarget/memory", "value": "50Gi"}]'
has_size orders-prod large
show kubectl get hostedcluster orders-prod -n clusters -o "jsonpath={.metadata.annotations.$annotation}{\"\n\"}"
wait_for_event orders-prod
show kubectl events -n clusters --for hostedcluster/orders-prod

say "the same question as a kubectl plugin"
show kubectl cpsizer recommend orders-prod -n clusters

$once && exit
cat <<END

All of it runs until Ctrl-C. In another terminal:
  export KUBECONFIG=$KUBECONFIG
  kubectl edit vpa kube-apiserver -n clusters-search-prod --subresource=status
  kubectl edit clustersizingconfiguration cluster
  kubectl get hostedclusters -n clusters --watch -o custom-columns='NAME:.metadata.name,SIZE:.metadata.annotations.$annotation'
END
wait "${started[@]}"
