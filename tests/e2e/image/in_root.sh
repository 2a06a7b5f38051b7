#!/bin/sh
# in_root.sh ROOT PROGRAM [ARGUMENT...]: runs a program as a container would: with the folder ROOT as its root, which is
# read-only, and /proc in it, as user 65532 without privileges, and without this environment. The network is that of the
# machine. Exit code 69 where the machine does not allow that.
set -eu

readonly NOT_HERE=69
readonly USER_ID=65532

# Mounts of its own. Who is not root becomes it in a namespace of users.
if [ "$1" != --apart ]; then
  caller=$(id -u)
  if [ "$caller" = 0 ]; then apart='unshare --mount'; else apart='unshare --user --map-root-user --mount'; fi
  if ! $apart mount --bind "$1" "$1"; then
    echo "user $caller may not mount anything here" >&2
    exit "$NOT_HERE"
  fi
  exec $apart "$0" --apart "$caller" "$@"
fi

caller=$2
root=$3
shift 3
mkdir -p "$root/proc"
mount --bind "$root" "$root"
mount --rbind /proc "$root/proc"
mount -o remount,bind,ro,nosuid,nodev "$root"
# The list of what may leak, which the sanitizer would read, is not in there.
alone='env -i PATH=/usr/sbin:/usr/bin ASAN_OPTIONS=detect_leaks=0 setpriv --no-new-privs'
if [ "$caller" = 0 ]; then
  exec $alone chroot --userspec="$USER_ID:$USER_ID" --groups= "$root" "$@"
fi
exec $alone unshare --user --map-user="$USER_ID" --map-group="$USER_ID" --root="$root" "$@"
