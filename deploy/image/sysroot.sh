#!/usr/bin/env bash
# sysroot.sh ARCHITECTURE OUTPUT PACKAGE...: unpacks the given Debian packages and their dependencies into the folder
# OUTPUT/root. ARCHITECTURE is not the architecture of this machine. OUTPUT/root has a dpkg database that dpkg-query can
# read. apt-get fetches the packages from the archives that this machine uses; the packages of this machine do not
# change. If OUTPUT/root already has the current versions, it is kept. Exit codes: 0 success, 2 something is missing.
set -euo pipefail
export LC_ALL=C

fail() { printf 'image: %s\n' "$*" >&2; exit 2; }
[ $# -ge 3 ] || fail "usage: sysroot.sh ARCHITECTURE OUTPUT PACKAGE..., such as sysroot.sh arm64 build/sysroot/arm64 libc6-dev"
readonly architecture=$1
mkdir -p "$2"
output=$(cd "$2" && pwd)
readonly output root=$output/root database=$output/root/var/lib/dpkg
shift 2

# Runs apt-get with a separate state and cache, as for a machine without installed packages.
apt() {
  apt-get -qq -o APT::Sandbox::User=root -o APT::Architecture="$architecture" -o APT::Architectures="$architecture" \
    -o Dir::State="$output/state" -o Dir::State::status="$output/state/status" -o Dir::Cache="$output/cache" "$@" ||
    fail "apt-get $1 fails for the packages of $architecture; see above"
}

# unpack FILE: unpacks a package, but does not run its scripts, which are for another machine. Keeps the link from /lib
# to /usr/lib. Gives all files the current time, so that a build folder notices a new version.
unpack() {
  local list
  list=$(dpkg-deb -f "$1" Package)
  [ "$(dpkg-deb -f "$1" Multi-Arch)" != same ] || list+=:$architecture
  dpkg-deb --fsys-tarfile "$1" | tar -C "$root" -x -v --touch --keep-directory-symlink --quoting-style=literal |
    sed -e 's/^\.//' -e 's/^\/$/\/./' -e 's/\/$//' >"$database/info/$list.list"
  { dpkg-deb -f "$1" && printf 'Status: install ok installed\n\n'; } >>"$database/status"
}

mkdir -p "$output/state/lists/partial" "$output/cache/archives/partial"
: >"$output/state/status"
apt update
wanted=$(apt install --simulate --no-install-recommends "$@" | sed -n '/^Inst /p')
if [ "$(cat "$output/versions" 2>/dev/null)" = "$wanted" ]; then exit; fi
rm -rf "$output/versions" "$root"
mkdir -p "$database/info" "$root"/usr/{bin,lib,sbin}
ln -s usr/{bin,lib,sbin} "$root"
echo 1 >"$database/info/format"
apt clean
apt install --yes --download-only --no-install-recommends "$@" >/dev/null
for package in "$output"/cache/archives/*.deb; do unpack "$package"; done
apt clean
# Makes absolute links relative, because absolute links point to files outside the folder.
find "$root" -type l -lname '/*' -printf '%p %l\n' | while read -r link target; do ln -sfnr "$root$target" "$link"; done
printf '%s\n' "$wanted" >"$output/versions"
