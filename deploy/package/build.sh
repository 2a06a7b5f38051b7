#!/usr/bin/env bash
# build.sh BUILD OUTPUT: makes packages of the programs in BUILD/bin for machines without containers. BUILD is a build
# folder of the preset `portable`. docs/packages.md describes how each package is installed. OUTPUT then contains
#
#   cpsizer-VERSION-linux-ARCH.tar.gz  the programs, completions and licenses in one folder
#   cpsizer_VERSION_ARCH.deb           the same for Debian and distributions derived from it
#   cpsizer.yaml                       the manifest of the kubectl plugin for krew
#   SHA256SUMS                         the checksums of these files
#
# The same programs and the same Debian packages give the same bytes. SOURCE_DATE_EPOCH is the time of all files; the
# default is the time of the commit. CPSIZER_RELEASE_URL is the location of the archive in the manifest. Exit codes: 0
# success, 2 something is missing.
set -euo pipefail
readonly what=package
here=$(cd "$(dirname "$0")" && pwd)
readonly here
source_tree=$(cd "$here/../.." && pwd)
readonly source_tree
. "$here/../programs.sh"
. "$here/../image/sbom.sh"
[ $# = 2 ] || fail "usage: build.sh BUILD OUTPUT, such as build.sh build/portable build/package"
find_programs "$1" "$2"
export SOURCE_DATE_EPOCH=$epoch
readonly newest_glibc=2.34
readonly release_url=${CPSIZER_RELEASE_URL:-https://github.com/cpsizer/cpsizer/releases/download/v$version}
readonly name=cpsizer-$version-linux-$architecture

work=$(mktemp -d)
readonly work
trap 'rm -rf "$work"' EXIT

# check_portable PROGRAM: checks that PROGRAM needs only the library of the compiler and the C library, of version
# `newest_glibc` or older.
check_portable() {
  local library newest
  library=$(ldd "$1" | sed -E -n 's/^\t(\S+).*/\1/p' |
    grep -v -x -E 'linux-vdso\.so\.1|/lib\S*/ld-linux\S*|lib(c|m)\.so\.6|libgcc_s\.so\.1') || true
  [ -z "$library" ] || fail "$(basename "$1") needs ${library//$'\n'/, }; build the preset portable"
  newest=$({ objdump -T "$1" | grep -o 'GLIBC_[0-9.]*'; echo "GLIBC_$newest_glibc"; } | sort -V | tail -n 1)
  [ "$newest" = "GLIBC_$newest_glibc" ] || fail "$(basename "$1") needs $newest of the C library, and not $newest_glibc or older"
}

# Prints the licenses of all code that is compiled in.
licenses() {
  local package
  while read -r package; do
    printf -- '---- %s\n\n' "$package"
    cat "/usr/share/doc/$package/copyright"
    echo
  done < <({ compiled_in | owners | sed 's/:.*//'; printf '%s\n' libcurl4-openssl-dev prometheus-cpp-dev; } |
    grep -v -x -e libc6-dev -e linux-libc-dev | sort -u)
}

# fill_tree FOLDER: writes the files that are installed below /usr or another prefix.
fill_tree() {
  local program
  install_programs "$1/bin"
  for program in "${programs[@]}"; do check_portable "$1/bin/$program"; done
  ln -s cpsizer "$1/bin/kubectl-cpsizer"
  mkdir -p "$1"/share/{bash-completion/completions,zsh/site-functions,fish/vendor_completions.d,doc/cpsizer}
  "$1/bin/cpsizer" completion bash >"$1/share/bash-completion/completions/cpsizer"
  "$1/bin/cpsizer" completion zsh >"$1/share/zsh/site-functions/_cpsizer"
  "$1/bin/cpsizer" completion fish >"$1/share/fish/vendor_completions.d/cpsizer.fish"
  cp "$source_tree/LICENSE" "$1/share/doc/cpsizer/LICENSE"
  { printf 'cpsizer %s: the license is in LICENSE. It contains code of these packages of Debian:\n\n' "$version" && licenses; } \
    >"$1/share/doc/cpsizer/copyright"
}

# write_deb TREE FILE: makes a Debian package of the files in TREE.
write_deb() {
  mkdir -p "$work/deb/DEBIAN"
  cp -R "$1" "$work/deb/usr"
  cat >"$work/deb/DEBIAN/control" <<END
Package: cpsizer
Version: $version
Architecture: $architecture
Maintainer: The cpsizer authors <cpsizer@localhost>
Installed-Size: $(du -sk "$work/deb/usr" | cut -f 1)
Depends: libc6 (>= $newest_glibc), libgcc-s1
Recommends: ca-certificates
Section: admin
Priority: optional
Homepage: https://github.com/cpsizer/cpsizer
Description: sizes Kubernetes control planes, and says why
 The command cpsizer, which is also a plugin of kubectl, the gRPC service
 cpsizer-server, the sidecar cpsizer-sidecar with its controllers, and the
 admission webhook cpsizer-webhook.
END
  dpkg-deb --root-owner-group -Zxz -z1 --build "$work/deb" "$2" >/dev/null
}

# krew_manifest ARCHIVE: prints the manifest of the kubectl plugin.
krew_manifest() {
  cat <<END
apiVersion: krew.googlecontainertools.github.com/v1alpha2
kind: Plugin
metadata:
  name: cpsizer
spec:
  version: v$version
  homepage: https://github.com/cpsizer/cpsizer
  shortDescription: Size control planes, and say why
  description: |
    Decides which size each hosted control plane of a cluster needs, how many
    replicas a HorizontalPodAutoscaler would set, and more, with the reasons.
    It reads the cluster of the kubeconfig, or files, and writes nothing.
  platforms:
    - selector:
        matchLabels:
          os: linux
          arch: $architecture
      uri: $release_url/$name.tar.gz
      sha256: $(sha256sum "$1" | cut -d ' ' -f 1)
      files:
        - {from: $name/bin/cpsizer, to: .}
        - {from: $name/share/doc/cpsizer/LICENSE, to: .}
      bin: cpsizer
END
}

fill_tree "$work/tree/$name"
rm -f "$output"/cpsizer-*.tar.gz "$output"/cpsizer_*.deb
pack "$work/tree" "$name" | gzip -n >"$output/$name.tar.gz"
write_deb "$work/tree/$name" "$output/cpsizer_${version}_$architecture.deb"
krew_manifest "$output/$name.tar.gz" >"$output/cpsizer.yaml"
(cd "$output" && sha256sum cpsizer-*.tar.gz cpsizer_*.deb cpsizer.yaml >SHA256SUMS)
printf '%s\n' "$output/$name.tar.gz" "$output/cpsizer_${version}_$architecture.deb" "$output/cpsizer.yaml"
