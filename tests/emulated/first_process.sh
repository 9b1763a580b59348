#!/bin/bash
# The first process of an emulated machine: sets the stage, takes the steps, switches the machine off.
#
# It takes the steps of /steps.sh, each as one user in a part of the tree of control groups that was
# handed to that user, and tells on the console how each ended (see console.py).

export PATH=/usr/sbin:/usr/bin
if [ "${1:-}" != again ]; then
    # No root can be changed (pivot_root) where the first file system is the root. So a second mount
    # of the same files goes over it.
    mkdir /again
    mount --bind / /again
    cd /again || exit
    mount --move . /
    exec chroot . /init again
fi

mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs devtmpfs /dev
mkdir -p /dev/pts /dev/shm
mount -t devpts devpts /dev/pts
mount -t tmpfs -o mode=1777 tmpfs /dev/shm
mount -t tmpfs -o mode=1777 tmpfs /tmp
mount -t tmpfs -o mode=755 tmpfs /run
mount -t cgroup2 cgroup2 /sys/fs/cgroup
ip link set lo up
groups=/sys/fs/cgroup
echo "+memory +pids" >$groups/cgroup.subtree_control
mkdir $groups/steps
echo "+memory +pids" >$groups/steps/cgroup.subtree_control

export HOME=/tmp LANG=C.UTF-8 PYTHONPATH=/opt/rooflab PYTHONDONTWRITEBYTECODE=1
cd /opt/rooflab || exit
word=$(sed 's/.*rooflab=\([0-9a-f]*\).*/\1/' /proc/cmdline)

now() { cut -d ' ' -f 1 /proc/uptime; }

step() { # step NAME UID COMMAND…
    name=$1 uid=$2 group=$groups/steps/$1
    shift 2
    mkdir "$group"
    chown "$uid" "$group" "$group/cgroup.procs" "$group/cgroup.subtree_control"
    python3 -c 'import os, sys; os.setxattr(sys.argv[1], "user.delegate", b"1")' "$group"
    printf '\n%s begin %s %s\n' "$word" "$name" "$(now)"
    (
        echo $BASHPID >"$group/cgroup.procs"
        export HYPOTHESIS_STORAGE_DIRECTORY="/tmp/$uid" # the checkout is not every user's to write
        exec setpriv --reuid="$uid" --regid="$uid" --clear-groups "$@"
    ) </dev/null 2>&1
    printf '\n%s end %s %s %s\n' "$word" "$name" $? "$(now)"
}

. /steps.sh
python3 -c 'import termios; termios.tcdrain(1)' # the console is slower than the switch
echo o >/proc/sysrq-trigger
sleep 60
