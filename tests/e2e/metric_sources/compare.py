#!/usr/bin/env python3
"""Compares enforced replicas with kube-controller-manager, with the real sources of metrics.

Two API servers have the same objects. kube-controller-manager decides the autoscalers of one of them, cpsizer-sidecar
those of the other. Both get their metrics from the same metrics-server and the same prometheus-adapter. After each
step, the scale, the status with all conditions and metrics, and the events must be the same.

Exit codes: 0 all scenes are the same except documented differences, 1 some differ.
"""

import argparse
import json
import re
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import scenes
from cluster import Authority, Cluster, Programs, free_port, wait_for
from sources import Exporter, Kubelet, serve

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
REAL, OURS = "real", "ours"
STARTED = time.time() - 3600
ROUNDS = 45  # seconds of some rounds of a controller
# The client of events in kube-controller-manager sends this number of events about an object, and later one in 5 minutes.
MOST_EVENTS = 25
NO_VERSIONS = "custom metrics API: no known available metric versions found"

ADAPTER_RULES = """
rules:
- seriesQuery: '{__name__=~"^cus_.*|^Cus_.*",pod!=""}'
  resources: {overrides: {namespace: {resource: namespace}, pod: {resource: pod}}}
  metricsQuery: 'sum(<<.Series>>{<<.LabelMatchers>>}) by (<<.GroupBy>>)'
- seriesQuery: '{__name__=~"^obj_.*|^Obj_.*"}'
  resources: {overrides: {namespace: {resource: namespace}, service: {resource: service}, ingress: {group: networking.k8s.io, resource: ingress}}}
  metricsQuery: 'sum(<<.Series>>{<<.LabelMatchers>>}) by (<<.GroupBy>>)'
- seriesQuery: '{__name__=~"^nam_.*"}'
  resources: {overrides: {namespace: {resource: namespace}}}
  metricsQuery: 'sum(<<.Series>>{<<.LabelMatchers>>}) by (<<.GroupBy>>)'
externalRules:
- seriesQuery: '{__name__=~"^ext_.*|^Ext_.*"}'
  resources: {overrides: {namespace: {resource: namespace}}}
  metricsQuery: 'sum(<<.Series>>{<<.LabelMatchers>>})'
- seriesQuery: '{__name__=~"^extraw_.*"}'
  resources: {overrides: {namespace: {resource: namespace}}}
  metricsQuery: '<<.Series>>{<<.LabelMatchers>>}'
"""

# Each of these metrics is always known, because another namespace has a series of it.
KNOWN = [(name, {"pod": "p", "service": "s", "ingress": "i", "queue": "q", "zone": "x", "path": "p"}, "1")
         for name in ("ext_plain", "Ext_Upper", "extraw_order", "cus_hits", "Cus_Upper", "obj_hits", "Obj_Upper", "nam_hits")]


class Scene:
    def __init__(self, number, name, fields):
        self.name, self.fields = name, fields
        self.namespace = "shared" if fields.get("shared") else f"s{number:03d}"
        # In the shared namespace the objects need different names.
        self.app = f"web{number:03d}" if fields.get("shared") else "web"

    def pods(self):
        return self.fields.get("pods", [scenes.pod()] * 3)

    def pod_name(self, index):
        return f"{self.app}-{index}"

    def autoscaler(self):
        spec = {"minReplicas": 1, "maxReplicas": 10, **self.fields.get("spec", {}), "metrics": self.fields["metrics"],
                "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "ReplicaSet", "name": self.app}}
        return {"metadata": {"name": self.app}, "spec": spec}

    def replica_set(self):
        template = {"metadata": {"labels": {"app": self.app}}, "spec": {"containers": [{"name": "app", "image": "none"}]}}
        return {"metadata": {"name": self.app},
                "spec": {"replicas": self.fields.get("replicas", 3), "selector": {"matchLabels": {"app": self.app}},
                         "template": template}}

    def pod_objects(self):
        for index, pod in enumerate(self.pods()):
            containers = [{"name": name, "image": "none", "resources": {"requests": pod["requests"].get(name, {})}}
                          for name in sorted({"app", *pod["requests"], *pod["usage"]})]
            stamp = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(STARTED))
            ready = {"type": "Ready", "status": pod.get("ready", "True"), "lastTransitionTime": stamp}
            status = {"phase": pod.get("phase", "Running"), "startTime": stamp, "conditions": [ready]}
            yield ({"metadata": {"name": self.pod_name(index), "labels": {"app": self.app}},
                    "spec": {"nodeName": "node", "containers": containers}}, {"status": status})

    def create(self, cluster):
        api, space = cluster.admin, self.namespace
        api.create(f"/apis/apps/v1/namespaces/{space}/replicasets", self.replica_set())
        self.observe(cluster, self.fields.get("observed", 3))
        for pod, status in self.pod_objects():
            api.create(f"/api/v1/namespaces/{space}/pods", pod)
            api.patch(f"/api/v1/namespaces/{space}/pods/{pod['metadata']['name']}/status", status)

    def observe(self, cluster, replicas):
        cluster.admin.patch(f"/apis/apps/v1/namespaces/{self.namespace}/replicasets/{self.app}/status",
                            {"status": {"replicas": replicas}})

    def create_autoscaler(self, cluster):
        try:
            cluster.admin.create(f"/apis/autoscaling/v2/namespaces/{self.namespace}/horizontalpodautoscalers",
                                 self.autoscaler())
            return None
        except Exception as error:
            return str(error)

    def feed(self, exporter, kubelet, step=None):
        """Sets the inputs of the metric sources: the first ones, or those of a later step."""
        if step is None:
            exporter.set(self.namespace, self.fields.get("series", []))
            for index, pod in enumerate(self.pods()):
                for container, usage in pod["usage"].items():
                    kubelet.set(self.namespace, self.pod_name(index), container, *usage)
            return
        if "series" in step:
            exporter.set(self.namespace, step["series"])
        for index, container in step.get("restart", []):
            kubelet.restart(self.namespace, self.pod_name(index), container, *self.pods()[index]["usage"][container])
        if "usage" in step:
            for index in range(len(self.pods())):
                kubelet.set(self.namespace, self.pod_name(index), "app", *step["usage"])


def without_pod(message):
    """Removes the number of the pod that an error names: kube-controller-manager names any pod with the error."""
    return re.sub(r"( (?:in|of) Pod \w+)-\d+", r"\1", message)


def same_message(real, ours):
    """Returns whether two texts are the same, or differ as documented.

    If the server of the custom metrics API is down, kube-controller-manager reports after at most 30 seconds that its
    discovery finds no version. cpsizer-sidecar reports the response of the API server.
    """
    prefix, found, _ = real.partition(NO_VERSIONS)
    return ours.startswith(prefix + "custom metrics API: ") if found else real == ours


def same_state(real, ours):
    """Returns whether two results of state_of() are the same. One of them can be None."""
    if real is None or ours is None:
        return real == ours
    return ({**real, "conditions": [c[:3] for c in real["conditions"]]} == {**ours, "conditions": [c[:3] for c in ours["conditions"]]}
            and all(same_message(a[3], b[3]) for a, b in zip(real["conditions"], ours["conditions"])))


def state_of(autoscaler):
    """Returns what is compared of a status."""
    status = autoscaler.get("status", {})
    conditions = [[c["type"], c["status"], c["reason"], without_pod(c["message"])] for c in status.get("conditions", [])]
    return {"current": status.get("currentReplicas", 0), "desired": status.get("desiredReplicas"),
            "metrics": status.get("currentMetrics"), "conditions": conditions}


def event_differences(real, ours):
    """Returns the events of only one side. Those of kube-controller-manager are not complete if it sent too many."""
    def has(a, b):
        return a[:2] == b[:2] and same_message(a[2], b[2])

    # The write of a status can have a conflict and is retried.
    real_kinds, our_kinds = ([event for event in side if event[1] != "FailedUpdateStatus"] for side in (real, ours))
    is_complete = sum(real.values()) < MOST_EVENTS
    return ([a for a in real_kinds if not any(has(a, b) for b in our_kinds)],
            [b for b in our_kinds if is_complete and not any(has(a, b) for a in real_kinds)])


class Comparison:
    def __init__(self, arguments, folder):
        self.arguments = arguments
        self.programs = Programs(folder)
        self.folder = folder
        self.exporter, self.kubelet = Exporter(), Kubelet()
        self.exporter.set("other", KNOWN)
        chosen = {name: fields for name, fields in scenes.all_scenes().items() if re.search(arguments.scenes, name)}
        self.scenes = [Scene(number, name, fields) for number, (name, fields) in enumerate(chosen.items())]
        self.pool = ThreadPoolExecutor(8)
        self.refused = {}

    def start(self):
        tools, folder, programs = self.arguments.tools, self.folder, self.programs
        authority, front = Authority(folder, "ca"), Authority(folder, "front-ca")
        etcd, peer = free_port(), free_port()
        programs.start("etcd", [tools / "etcd", f"--data-dir={folder}/etcd", "--unsafe-no-fsync=true",
                                *(f"--{flag}=http://127.0.0.1:{etcd}" for flag in ("listen-client-urls", "advertise-client-urls")),
                                f"--listen-peer-urls=http://127.0.0.1:{peer}"])
        self.clusters = [Cluster(name, programs, tools, authority, front, etcd, "true") for name in (REAL, OURS)]
        for cluster in self.clusters:
            cluster.wait()
        self.start_sources(authority)
        self.ports = {("metrics.k8s.io", "v1beta1"): self.metrics_port, ("external.metrics.k8s.io", "v1beta1"): self.adapter_port}
        for version in self.arguments.custom_versions.split(","):
            self.ports["custom.metrics.k8s.io", version] = self.adapter_port
        for cluster in self.clusters:
            cluster.serve_apis(self.ports)
        print(f"{time.strftime('%T')} API servers and sources started", flush=True)
        list(self.pool.map(self.create, self.clusters))
        for cluster in self.clusters:
            cluster.wait_for_apis(self.ports)
        self.wait_for_values()
        print(f"{time.strftime('%T')} objects created, metrics APIs available", flush=True)

    def wait_for_values(self):
        """Waits until the sources have values, because the first decisions would depend on the time of their start."""
        api = self.clusters[0].admin
        external = "/apis/external.metrics.k8s.io/v1beta1/namespaces/other/ext_plain"
        wait_for(lambda: api.get(external)["items"], 120, "values of prometheus-adapter")
        # metrics-server serves pods in phase Running. It may leave out some of them, such as one without usage.
        pods = sum(1 for scene in self.scenes for pod in scene.pods()
                   if pod["usage"] and pod.get("phase", "Running") == "Running") * 9 // 10
        wait_for(lambda: len(api.get("/apis/metrics.k8s.io/v1beta1/pods")["items"]) >= pods, 120, "values of metrics-server")

    def start_sources(self, authority):
        programs, folder, sources = self.programs, self.folder, self.arguments.sources
        self.prometheus_port, self.adapter_port, self.metrics_port = free_port(), free_port(), free_port()
        target = serve(self.exporter.text)
        (folder / "prometheus.yaml").write_text(json.dumps({
            "global": {"scrape_interval": "1s", "scrape_timeout": "1s"},
            "scrape_configs": [{"job_name": "t", "honor_labels": True, "static_configs": [{"targets": [f"127.0.0.1:{target}"]}]}]}))
        self.start_prometheus()
        (folder / "adapter.yaml").write_text(ADAPTER_RULES)
        config = self.clusters[0].kubeconfig("system:metric-sources", ["system:masters"])
        serving = authority.issue("sources", server=True)
        common = [f"--authentication-kubeconfig={config}", f"--authorization-kubeconfig={config}",
                  f"--tls-cert-file={serving[0]}", f"--tls-private-key-file={serving[1]}", "--bind-address=127.0.0.1"]
        self.adapter = [sources / "adapter", f"--lister-kubeconfig={config}", f"--config={folder}/adapter.yaml",
                        f"--prometheus-url=http://127.0.0.1:{self.prometheus_port}", "--metrics-relist-interval=3s",
                        "--metrics-max-age=10m", f"--secure-port={self.adapter_port}", *common]
        programs.start("adapter", self.adapter)
        self.kubelet_port = serve(self.kubelet.text, serving)
        self.metrics_server = [sources / "metrics-server", f"--kubeconfig={config}", "--kubelet-insecure-tls",
                               "--kubelet-preferred-address-types=InternalIP", "--kubelet-use-node-status-port",
                               "--metric-resolution=10s", "--kubelet-request-timeout=5s", f"--secure-port={self.metrics_port}", *common]
        programs.start("metrics-server", self.metrics_server)

    def start_prometheus(self):
        self.programs.start("prometheus", [
            self.arguments.prometheus, f"--config.file={self.folder}/prometheus.yaml",
            f"--storage.tsdb.path={self.folder}/tsdb", f"--web.listen-address=127.0.0.1:{self.prometheus_port}"])

    def create(self, cluster):
        api = cluster.admin
        address = {"type": "InternalIP", "address": "127.0.0.1"}
        api.create("/api/v1/nodes", {"metadata": {"name": "node"}})
        api.patch("/api/v1/nodes/node/status", {"status": {
            "addresses": [address], "daemonEndpoints": {"kubeletEndpoint": {"Port": self.kubelet_port}},
            "conditions": [{"type": "Ready", "status": "True"}]}})
        api.create("/api/v1/namespaces", {"metadata": {"name": "cpsizer"}})
        for namespace in sorted({scene.namespace for scene in self.scenes}):
            api.create("/api/v1/namespaces", {"metadata": {"name": namespace}})
            api.create(f"/api/v1/namespaces/{namespace}/services",
                       {"metadata": {"name": "front"}, "spec": {"clusterIP": "None", "ports": [{"port": 80}]}})
        with ThreadPoolExecutor(12) as pool:
            list(pool.map(lambda scene: scene.create(cluster), self.scenes))
        if cluster.name == REAL:
            for scene in self.scenes:
                scene.feed(self.exporter, self.kubelet)

    def start_controllers(self):
        real, ours = self.clusters
        gate = f"--feature-gates=HPAScaleToZero={self.arguments.scale_to_zero}"
        window = "--horizontal-pod-autoscaler-downscale-stabilization=2s"
        ours.apply(ROOT / "deploy/base/replicas/rbac.yaml")
        ours.apply(ROOT / "deploy/components/replicas-enforce/rbac.yaml")
        # The sources ask the first API server for rights.
        real.apply(ROOT / "deploy/base/replicas/rbac.yaml")
        user = "system:serviceaccount:cpsizer:cpsizer-replicas"
        config = ours.kubeconfig(user, ["system:serviceaccounts", "system:serviceaccounts:cpsizer"])
        self.programs.start("sidecar", [
            self.arguments.sidecar, "--controller=replicas", "--mode=enforce", f"--kubeconfig={config}",
            "--leader-elect-resource-namespace=cpsizer", "--admin-addr=127.0.0.1:0", "--sync-period=2s",
            "--kube-api-qps=2000", "--kube-api-burst=4000", gate, window])
        config = real.kubeconfig("system:kube-controller-manager", ["system:masters"])
        self.programs.start("kube-controller-manager", [
            self.arguments.tools / "kube-controller-manager", f"--kubeconfig={config}",
            "--controllers=horizontal-pod-autoscaler-controller", "--horizontal-pod-autoscaler-sync-period=2s",
            "--leader-elect=false", "--secure-port=0", "--concurrent-horizontal-pod-autoscaler-syncs=20",
            "--kube-api-qps=2000", "--kube-api-burst=4000", gate, window])
        time.sleep(4)
        for scene in self.scenes:
            errors = list(self.pool.map(scene.create_autoscaler, self.clusters))
            if errors[0]:
                self.refused[scene.name] = errors[0]

    def states(self, cluster):
        listed = cluster.admin.get("/apis/autoscaling/v2/horizontalpodautoscalers")
        return {(item["metadata"]["namespace"], item["metadata"]["name"]): state_of(item) for item in listed["items"]}

    def scales(self, cluster):
        listed = cluster.admin.get("/apis/apps/v1/replicasets")
        return {(item["metadata"]["namespace"], item["metadata"]["name"]): item["spec"]["replicas"] for item in listed["items"]}

    def events(self, cluster):
        """Returns the number of times of each event of each autoscaler."""
        events = {}
        for item in cluster.admin.get("/api/v1/events")["items"]:
            of = item["involvedObject"]
            if of["kind"] != "HorizontalPodAutoscaler":
                continue
            about = events.setdefault((of["namespace"], of["name"]), {})
            event = (item["type"], item["reason"], without_pod(item["message"]))
            about[event] = about.get(event, 0) + item.get("count", 1)
        return events

    def settle(self, seconds):
        """Waits until all scenes are the same for some polls, or until the time is over. Records the sequences.

        A round of a controller takes 15 seconds on a small machine, and a policy can need several rounds. So the time is
        over only if the scenes that differ have not changed for some rounds.
        """
        documented = {(scene.namespace, scene.app) for scene in self.scenes if scene.fields.get("differs")}
        begin = changed = time.monotonic()
        calm = 0
        last = None
        while True:
            states = [self.states(cluster) for cluster in self.clusters]
            scales = [self.scales(cluster) for cluster in self.clusters]
            for side, seen in zip(self.seen, states):
                for key, state in seen.items():
                    sequence = side.setdefault(key, [])
                    if not sequence or sequence[-1] != state:
                        sequence.append(state)
            different = {key: [side.get(key) for side in (*states, *scales)] for key in states[0].keys() | states[1].keys()
                         if key not in documented and
                         not (same_state(states[0].get(key), states[1].get(key)) and scales[0].get(key) == scales[1].get(key))}
            calm = 0 if different else calm + 1
            now = time.monotonic()
            if different != last:
                last, changed = different, now
            passed = now - begin
            is_over = passed > seconds and (now - changed > ROUNDS or passed > 4 * seconds)
            if (passed > self.arguments.least and calm > 4) or is_over:
                return states, scales
            time.sleep(0.5)

    def compare(self, step):
        self.seen = [{}, {}]
        states, scales = self.settle(self.arguments.most)
        events = [self.events(cluster) for cluster in self.clusters]
        different, documented, by_events, by_sequence = [], [], [], []
        for scene in self.scenes:
            if scene.name in self.refused:
                continue
            key = (scene.namespace, scene.app)
            sides = [{"state": states[i].get(key), "scale": scales[i].get(key)} for i in (0, 1)]
            record = {"step": step, "scene": scene.name, "key": key, "real": sides[0], "ours": sides[1],
                      "events": [sorted(events[i].get(key, {}).items()) for i in (0, 1)]}
            self.records.append(record)
            is_same = same_state(sides[0]["state"], sides[1]["state"]) and sides[0]["scale"] == sides[1]["scale"]
            if not is_same:
                (documented if scene.fields.get("differs") else different).append(record)
            elif any(only := event_differences(*(side.get(key, {}) for side in events))):
                by_events.append((record, only))
            if self.seen[0].get(key) != self.seen[1].get(key):
                by_sequence.append({**record, "sequences": [self.seen[i].get(key) for i in (0, 1)]})
        count = len(self.scenes) - len(self.refused)
        print(f"{time.strftime('%T')} {step}: {count} scenes, {count - len(different) - len(documented)} equal, "
              f"{len(documented)} with a documented difference, {len(different)} different; "
              f"events of {len(by_events)} more differ", flush=True)
        for record in different:
            print(f"  {record['key'][0]} {record['scene']}\n    real: {json.dumps(record['real'])}\n    ours: {json.dumps(record['ours'])}")
            # After such a failure, kube-controller-manager does not set the condition ScaledToZero of the rescale.
            unwritten = sum(count for event, count in record["events"][0] if event[1] == "FailedUpdateStatus")
            if unwritten:
                print(f"    kube-controller-manager failed to write the status: {unwritten}")
        for record, only in by_events:
            print(f"  events, {record['key'][0]} {record['scene']}\n    only real: {only[0]}\n    only ours: {only[1]}")
        (self.folder / f"sequences-{step}.json").write_text(json.dumps(by_sequence, indent=1))
        print(f"  {len(by_sequence)} sequences of statuses differ (polled)", flush=True)
        return different

    def run(self):
        self.records = []
        different = []
        self.start()
        self.start_controllers()
        for name, error in self.refused.items():
            print(f"  the API server refuses: {name}: {error[:300]}")
        different += self.compare("start")
        for number in range(max(len(scene.fields.get("then", [])) for scene in self.scenes)):
            for scene in self.scenes:
                steps = scene.fields.get("then", [])
                if number < len(steps):
                    scene.feed(self.exporter, self.kubelet, steps[number])
                    if "observed" in steps[number]:
                        for cluster in self.clusters:
                            scene.observe(cluster, steps[number]["observed"])
            different += self.compare(f"step {number + 1}")
        for outage in filter(None, self.arguments.outages.split(",")):
            self.programs.stop(outage)
            different += self.compare(f"without {outage}")
            if outage == "prometheus":
                self.start_prometheus()
            else:
                self.programs.start(outage, self.adapter if outage == "adapter" else self.metrics_server)
            different += self.compare(f"again with {outage}")
        (self.folder / "records.json").write_text(json.dumps(self.records, indent=1))
        return 1 if different else 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tools", type=Path, required=True, help="the folder of tests/e2e/build_tools.sh")
    parser.add_argument("--sources", type=Path, required=True, help="the folder with adapter and metrics-server")
    parser.add_argument("--prometheus", required=True)
    parser.add_argument("--sidecar", required=True)
    parser.add_argument("--scenes", default="", help="a regular expression")
    parser.add_argument("--scale-to-zero", default="true")
    parser.add_argument("--custom-versions", default="v1beta1,v1beta2")
    parser.add_argument("--outages", default="prometheus,adapter,metrics-server")
    parser.add_argument("--least", type=float, default=35, help="seconds of each step at least")
    parser.add_argument("--most", type=float, default=90, help="seconds of each step at most")
    parser.add_argument("--folder", type=Path)
    arguments = parser.parse_args()
    folder = arguments.folder or Path(tempfile.mkdtemp(prefix="metric-sources-"))
    folder.mkdir(parents=True, exist_ok=True)
    comparison = Comparison(arguments, folder)
    try:
        return comparison.run()
    finally:
        comparison.programs.stop_all()


if __name__ == "__main__":
    sys.exit(main())
