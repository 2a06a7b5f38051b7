#!/usr/bin/env bash
# build.sh BUILD OUTPUT: makes an OCI image of the programs in BUILD/bin, without a container engine, and prints its
# digest. BUILD is a build folder of this tree. docs/image.md explains the content of the image. OUTPUT then contains
#
#   oci/         the image as an OCI layout
#   cpsizer.tar  the same in one file, for `skopeo copy oci-archive:`, `podman load` and `docker load`
#   sbom.spdx    the packages in the image; the image also contains this file
#   root/        the files of the image
#
# The same programs and the same Debian packages give the same digest for any user, folder and time. SOURCE_DATE_EPOCH
# is the time of all files; the default is the time of the commit. Exit codes: 0 success, 2 something is missing.
set -euo pipefail
readonly what=image
here=$(cd "$(dirname "$0")" && pwd)
readonly here
source_tree=$(cd "$here/../.." && pwd)
readonly source_tree
. "$here/../programs.sh"
[ $# = 2 ] || fail "usage: build.sh BUILD OUTPUT, such as build.sh build/release build/image"
find_programs "$1" "$2"
# The user is a number, so that Kubernetes can check that it is not root.
readonly user=65532

. "$here/root.sh"
. "$here/sbom.sh"
. "$here/oci.sh"

created=$(date -u -d "@$epoch" +%Y-%m-%dT%H:%M:%SZ)
readonly created

work=$(mktemp -d)
readonly work
trap 'rm -rf "$work"' EXIT
rm -rf "${output:?}/root" "$output/oci" "$output/cpsizer.tar" "$output/sbom.spdx"

fill_root "$output/root"
write_sbom >"$output/sbom.spdx"
describe_packages "$output/root"
install -m 644 "$output/sbom.spdx" "$output/root/usr/share/doc/cpsizer/sbom.spdx"
write_image "$output/root" "$output/oci"
write_archive "$output/oci" "$output/cpsizer.tar"
