# Sourced by build.sh. Makes an image of a folder, according to https://github.com/opencontainers/image-spec. The name
# of the file of a blob is its digest.

digest_of() { sha256sum "$1" | cut -d ' ' -f 1; }

# add_blob FILE LAYOUT: moves FILE to the layout.
add_blob() {
  local digest
  digest=$(digest_of "$1")
  mv "$1" "$2/blobs/sha256/$digest"
}

# described MEDIA_TYPE FILE: prints the descriptor with which other blobs refer to FILE.
described() {
  printf '{"mediaType":"%s","digest":"sha256:%s","size":%s' "$1" "$(digest_of "$2")" "$(stat -c %s "$2")"
}

# Prints the name of the architecture in Go, because images use the same names.
go_architecture() {
  case "$architecture" in
    amd64 | arm64 | s390x) printf '%s' "$architecture" ;;
    ppc64el) printf 'ppc64le' ;;
    *) fail "images for $architecture are not known; build on amd64, arm64, ppc64el or s390x" ;;
  esac
}

image_config() {
  cat <<END
{"created":"$created","architecture":"$(go_architecture)","os":"linux",
"config":{"User":"$user:$user","Env":["PATH=/usr/bin"],"Cmd":["cpsizer-server"],"WorkingDir":"/","StopSignal":"SIGTERM",
"Labels":{"org.opencontainers.image.title":"cpsizer",
"org.opencontainers.image.description":"Sizes Kubernetes control planes: the service, the sidecar and the command",
"org.opencontainers.image.version":"$version","org.opencontainers.image.revision":"$revision",
"org.opencontainers.image.created":"$created","org.opencontainers.image.licenses":"Apache-2.0"}},
"rootfs":{"type":"layers","diff_ids":["sha256:$1"]},
"history":[{"created":"$created","created_by":"deploy/image/build.sh"}]}
END
}

# write_image ROOT LAYOUT: writes the image of the folder ROOT, and prints its digest.
write_image() {
  local layout=$2 oci=application/vnd.oci.image layer_id manifest
  mkdir -p "$layout/blobs/sha256"
  printf '{"imageLayoutVersion":"1.0.0"}' >"$layout/oci-layout"
  pack "$1" >"$work/layer.tar"
  layer_id=$(digest_of "$work/layer.tar")
  gzip -n "$work/layer.tar"
  image_config "$layer_id" >"$work/config"
  cat >"$work/manifest" <<END
{"schemaVersion":2,"mediaType":"$oci.manifest.v1+json",
"config":$(described $oci.config.v1+json "$work/config")},
"layers":[$(described $oci.layer.v1.tar+gzip "$work/layer.tar.gz")}]}
END
  manifest=$(described $oci.manifest.v1+json "$work/manifest")
  cat >"$layout/index.json" <<END
{"schemaVersion":2,"mediaType":"$oci.index.v1+json",
"manifests":[$manifest,"annotations":{"org.opencontainers.image.ref.name":"cpsizer:$version"}}]}
END
  # Older versions of `docker load` also read this file.
  printf '[{"Config":"blobs/sha256/%s","RepoTags":["cpsizer:%s"],"Layers":["blobs/sha256/%s"]}]\n' \
    "$(digest_of "$work/config")" "$version" "$(digest_of "$work/layer.tar.gz")" >"$work/manifest.json"
  printf 'sha256:%s\n' "$(digest_of "$work/manifest")"
  local blob
  for blob in config layer.tar.gz manifest; do add_blob "$work/$blob" "$layout"; done
}

# write_archive LAYOUT FILE: writes the image in LAYOUT to one file.
write_archive() {
  cp -R "$1" "$work/archive"
  mv "$work/manifest.json" "$work/archive/manifest.json"
  pack "$work/archive" >"$2"
}
