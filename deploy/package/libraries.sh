#!/usr/bin/env bash
# libraries.sh OUTPUT: builds the static archives of libcurl and prometheus-cpp from the source packages of Debian, and
# installs them in the folder OUTPUT. The archive of libcurl in Debian needs Kerberos and LDAP, which have no archives.
# Debian has no archive of prometheus-cpp. If OUTPUT already has the current versions, they are not built again.
#
# libcurl supports only HTTP/1.1 over OpenSSL, because client/kube needs nothing else. Exit codes: 0 success, 2
# something is missing.
set -euo pipefail
export LC_ALL=C

fail() { printf 'package: %s\n' "$*" >&2; exit 2; }
[ $# = 1 ] || fail "usage: libraries.sh OUTPUT, such as libraries.sh build/package/libraries"
mkdir -p "$1"
output=$(cd "$1" && pwd)
readonly output
readonly sources=(curl prometheus-cpp)
work=$(mktemp -d)
readonly work
trap 'rm -rf "$work"' EXIT

# Runs apt-get with the source packages of the Debian archives that this machine uses, and with separate package lists.
with_sources() {
  apt-get -qq -o APT::Sandbox::User=root -o Dir::Etc::SourceList="$work/sources.list" -o Dir::Etc::SourceParts="$work/parts" \
    -o Dir::State::Lists="$work/lists" "$@"
}

list_sources() {
  mkdir -p "$work/parts" "$work/lists/partial"
  apt-get indextargets --format 'deb-src $(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' 'Origin: Debian' |
    sort -u >"$work/sources.list"
  [ -s "$work/sources.list" ] || fail "apt-get has no lists of Debian's packages; run apt-get update"
  with_sources update
}

# Prints the versions that apt-get would fetch, one per line.
versions() {
  local source
  for source in "${sources[@]}"; do
    with_sources source --print-uris "$source" | sed -n "s/.* \($source\)_\([^ ]*\)\.dsc .*/\1 \2/p"
  done
}

build_curl() {
  local without=(nghttp2 libidn2 libpsl librtmp libssh2 libgsasl gssapi brotli zstd ca-path)
  local disabled=(shared ldap ftp file dict gopher imap mqtt pop3 rtsp smb smtp telnet tftp manual)
  cd "$work"/curl-*/
  # The path is the file with trusted authorities in Debian. client/kube also checks the paths of other distributions.
  ./configure --quiet --prefix="$output" --enable-static --with-openssl --with-zlib \
    --with-ca-bundle=/etc/ssl/certs/ca-certificates.crt "${without[@]/#/--without-}" "${disabled[@]/#/--disable-}"
  make -s -j "$(nproc)" -C lib install
  make -s -C include install
}

build_prometheus_cpp() {
  cd "$work"/prometheus-cpp-*/
  cmake -S . -B build -G Ninja -D CMAKE_BUILD_TYPE=Release -D BUILD_SHARED_LIBS=OFF -D ENABLE_PUSH=OFF -D ENABLE_PULL=OFF \
    -D ENABLE_TESTING=OFF -D ENABLE_COMPRESSION=OFF -D CMAKE_INSTALL_PREFIX="$output"
  cmake --build build --target install
}

list_sources
wanted=$(versions)
[ "$(wc -l <<<"$wanted")" = ${#sources[@]} ] || fail "no source packages of ${sources[*]} among: ${wanted:-none}"
if [ "$(cat "$output/versions" 2>/dev/null)" = "$wanted" ]; then exit; fi
rm -rf "${output:?}"/*
(cd "$work" && with_sources source "${sources[@]}") >&2
(build_curl) >"$work/log" 2>&1 || { tail -n 20 "$work/log" >&2 && fail "libcurl does not build"; }
(build_prometheus_cpp) >"$work/log" 2>&1 || { tail -n 20 "$work/log" >&2 && fail "prometheus-cpp does not build"; }
printf '%s\n' "$wanted" >"$output/versions"
