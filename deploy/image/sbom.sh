# Sourced by build.sh. Describes the distribution packages of the image, as SPDX 2.3 in the tag-value form, and for
# image scanners.

# Reads paths of files from standard input, one per line. Prints the packages that own the files, sorted.
owners() {
  local paths
  # A package may list a file in /usr/lib as a file in /lib.
  mapfile -t paths < <(sed -e p -e 's/^\/usr\(\/lib\)/\1/' | sort -u)
  { "${query[@]}" -S "${paths[@]}" 2>/dev/null || true; } | sed -n -e '/^diversion /d' -e 's/: .*//p' | sort -u
}

# Prints the files of the distribution whose code the compiler and the linker add to the programs: archives and headers.
# The caller leaves out the headers of the kernel and of the C library, which have only declarations.
compiled_in() {
  local inputs
  inputs=$(ninja -C "$build" -t inputs "${programs[@]/#/bin/}")
  {
    grep '\.a$' <<<"$inputs"
    grep '\.o$' <<<"$inputs" | sort -u | xargs ninja -C "$build" -t deps | sed -n 's/^ \+//p'
  } | sort -u | (cd "$build" && distribution_paths) | grep '^/usr/' | sort -u
}

# Writes $work/carried (packages with files in the image) and $work/compiled (packages whose code is compiled in).
find_packages() {
  owners <"$work/files" >"$work/carried"
  compiled_in | owners | grep -v -e '^libc6-dev\b' -e '^linux-libc-dev\b' >"$work/compiled"
  local unowned
  unowned=$(comm -13 <(owned_files) <(sort -u "$work/files"))
  [ -z "$unowned" ] || fail "no package has ${unowned%%$'\n'*}; build on Debian 12 with its packages alone"
}

# Prints the files of the image that belong to a package of $work/carried.
owned_files() {
  xargs "${query[@]}" -L <"$work/carried" | sed -e 's/^\/lib/\/usr\/lib/' | sort -u
}

# spdx_package PACKAGE RELATION: prints a package of the distribution and its relation to the image.
spdx_package() {
  local name its_version source
  IFS=$'\t' read -r name its_version source < <(
    "${query[@]}" -W -f '${Package}\t${Version}\t${source:Package}\n' "$1")
  # A name may contain a plus sign, but an identifier may not.
  local id=SPDXRef-${name//+/.plus}
  cat <<END

PackageName: $name
SPDXID: $id
PackageVersion: $its_version
PackageSupplier: Organization: Debian
PackageDownloadLocation: NOASSERTION
FilesAnalyzed: false
PackageSourceInfo: built from Debian's source package $source
ExternalRef: PACKAGE-MANAGER purl pkg:deb/debian/$(in_url "$name")@$(in_url "$its_version")?arch=$architecture&distro=debian-12
Relationship: SPDXRef-image $2 $id
END
}

# Escapes special characters of names and versions for a package URL.
in_url() { sed -e 's/:/%3A/g' -e 's/+/%2B/g' <<<"$1"; }

# Prints a unique name for the document. The name is computed from the content of the document.
namespace() {
  cat "$work/carried" "$work/compiled" | xargs "${query[@]}" -W | sha256sum - | cut -c 1-32
}

write_sbom() {
  find_packages
  cat <<END
SPDXVersion: SPDX-2.3
DataLicense: CC0-1.0
SPDXID: SPDXRef-DOCUMENT
DocumentName: cpsizer-$version
DocumentNamespace: urn:cpsizer:sbom:$version:$revision:$(namespace)
Creator: Tool: cpsizer deploy/image/build.sh
Created: $created
DocumentComment: <text>CONTAINS: files of the package are in the image. STATIC_LINK: its archives or headers are compiled into the programs.</text>

PackageName: cpsizer
SPDXID: SPDXRef-image
PackageVersion: $version
PackageSourceInfo: commit $revision
PackageDownloadLocation: NOASSERTION
FilesAnalyzed: false
PackageLicenseDeclared: Apache-2.0
PrimaryPackagePurpose: CONTAINER
Relationship: SPDXRef-DOCUMENT DESCRIBES SPDXRef-image
END
  local package
  while read -r package; do spdx_package "$package" CONTAINS; done <"$work/carried"
  comm -13 "$work/carried" "$work/compiled" >"$work/compiled_only"
  while read -r package; do spdx_package "$package" STATIC_LINK; done <"$work/compiled_only"
}

# Writes the files with which scanners recognize Debian packages in an image without dpkg. Also writes the licenses,
# which must be distributed with the code.
describe_packages() {
  local root=$1 package name
  mkdir -p "$root/var/lib/dpkg/status.d"
  while read -r package; do
    name=${package%%:*}
    "${query[@]}" -W -f 'Package: ${Package}\nStatus: install ok installed\nArchitecture: ${Architecture}\nSource: ${source:Package} (${source:Version})\nVersion: ${Version}\n' \
      "$package" >"$root/var/lib/dpkg/status.d/$name"
  done <"$work/carried"
  while read -r package; do
    name=${package%%:*}
    [ -f "$sysroot/usr/share/doc/$name/copyright" ] || fail "/usr/share/doc/$name/copyright is missing; the image has to have it"
    install -D -m 644 "$sysroot/usr/share/doc/$name/copyright" "$root/usr/share/doc/$name/copyright"
  done < <(sort -u "$work/carried" "$work/compiled")
}
