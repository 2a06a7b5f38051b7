"""The scenes: autoscalers `web` with their input, each in a namespace of its own.

A scene is a dictionary:

  metrics    metrics of the autoscaler
  spec       other fields of its spec; by default minReplicas is 1 and maxReplicas is 10
  replicas, observed  desired and existing replicas of the target, by default 3
  series     series of Prometheus: (name, labels, value)
  pods       pods of the target: {"usage": {container: (cores, bytes)}, "requests": {container: {...}}, ...}
  then       later steps: dictionaries that replace `series` or the usage of pods; `restart` restarts a container
  differs    whether a difference is documented: the average with zero status replicas is undefined, and a number of
             replicas that does not fit into 32 bits depends on the processor
  shared     whether the scene is in a namespace that several autoscalers share
"""

CPU = 0.1005  # The sources round up to 101m, whatever the noise of a float is.


def target(kind, value):
    key = {"AverageValue": "averageValue", "Value": "value", "Utilization": "averageUtilization"}[kind]
    return {"type": kind, key: value}


def identifier(name, selector):
    return {"name": name, **({"selector": selector} if selector is not None else {})}


def external(name, kind="AverageValue", value="10", selector=None):
    return {"type": "External", "external": {"metric": identifier(name, selector), "target": target(kind, value)}}


def pods_metric(name, value="10", selector=None):
    return {"type": "Pods", "pods": {"metric": identifier(name, selector), "target": target("AverageValue", value)}}


def object_metric(name, kind="Value", value="10", selector=None, api="v1", of="Service", called="front"):
    return {"type": "Object", "object": {"metric": identifier(name, selector), "target": target(kind, value),
                                         "describedObject": {"apiVersion": api, "kind": of, "name": called}}}


def resource(name, kind="Utilization", value=50):
    return {"type": "Resource", "resource": {"name": name, "target": target(kind, value)}}


def container(name, kind="Utilization", value=50, of="app"):
    return {"type": "ContainerResource",
            "containerResource": {"name": name, "container": of, "target": target(kind, value)}}


def pod(cpu=CPU, memory=64 << 20, **more):
    return {"usage": {"app": (cpu, memory)}, "requests": {"app": {"cpu": "100m", "memory": "64Mi"}}, **more}


def two_containers(app=CPU, side=CPU, memory=64 << 20):
    requests = {"cpu": "100m", "memory": "64Mi"}
    return {"usage": {"app": (app, memory), "side": (side, memory)}, "requests": {"app": requests, "side": requests}}


def label(name, *values, operator="In"):
    return {"matchExpressions": [{"key": name, "operator": operator, **({"values": list(values)} if values else {})}]}


EXTREMES = {
    "nan": "NaN", "positive infinity": "+Inf", "negative infinity": "-Inf", "9.3e15": "9.3e15", "9.2e15": "9.2e15",
    "1e300": "1e300", "-9.3e15": "-9.3e15", "negative": "-5", "zero": "0", "one micro": "0.000001", "1e-10": "1e-10",
    "a fraction": "37.5678901", "3e9": "3e9", "1e15": "1e15", "a small negative": "-0.0004",
}


def external_scenes():
    scenes = {}
    for kind in ("AverageValue", "Value"):
        def add(name, metrics, series, kind=kind, **more):
            # An AverageValue target of an External metric does not need pods.
            pods = {"pods": []} if kind == "AverageValue" else {}
            scenes[f"external {kind}: {name}"] = {"metrics": metrics, "series": series, **pods, **more}

        for name, value in EXTREMES.items():
            add(name, [external("ext_plain", kind)], [("ext_plain", {}, value)])
        load = [("ext_plain", {}, "75")]
        add("lower case", [external("ext_plain", kind)], load)
        add("name in upper case, series in lower case", [external("Ext_Plain", kind)], load)
        add("name and series in upper case", [external("Ext_Upper", kind)], [("Ext_Upper", {}, "75")])
        add("name in lower case, series in upper case", [external("ext_upper", kind)], [("Ext_Upper", {}, "75")])
        add("no series", [external("ext_plain", kind)], [])
        add("unknown metric", [external("ext_unknown", kind)], [])
        add("31 and -1", [external("extraw_order", kind)], [("extraw_order", {"a": "1"}, "31"), ("extraw_order", {"a": "2"}, "-1")])
        add("-1 and 31", [external("extraw_order", kind)], [("extraw_order", {"a": "1"}, "-1"), ("extraw_order", {"a": "2"}, "31")])
        add("overflow", [external("extraw_order", kind)], [("extraw_order", {"a": "1"}, "9e15"), ("extraw_order", {"a": "2"}, "9e15")])
        add("NaN and 31", [external("extraw_order", kind)], [("extraw_order", {"a": "1"}, "NaN"), ("extraw_order", {"a": "2"}, "31")])
        add("31 and NaN", [external("extraw_order", kind)], [("extraw_order", {"a": "1"}, "31"), ("extraw_order", {"a": "2"}, "NaN")])
        add("fractions of milli", [external("extraw_order", kind, "1")], [("extraw_order", {"a": str(i)}, "0.0001") for i in range(4)])
        add("from zero, minReplicas 1", [external("ext_plain", kind)], load, replicas=0, observed=0)
        add("from zero, minReplicas 0", [external("ext_plain", kind)], load, replicas=0, observed=0, spec={"minReplicas": 0})
        add("to zero and back", [external("ext_plain", kind)], [("ext_plain", {}, "0")], spec={"minReplicas": 0},
            then=[{"series": load}, {"series": [("ext_plain", {}, "0")]}])
        add("to zero, then NaN", [external("ext_plain", kind)], [("ext_plain", {}, "0")], spec={"minReplicas": 0},
            then=[{"series": [("ext_plain", {}, "NaN")]}, {"series": load}])
        add("to zero, then no series", [external("ext_plain", kind)], [("ext_plain", {}, "0")], spec={"minReplicas": 0},
            then=[{"series": []}, {"series": load}])
        add("to zero, status replicas zero", [external("ext_plain", kind)], [("ext_plain", {}, "0")], spec={"minReplicas": 0},
            differs=kind == "AverageValue", then=[{"series": [("ext_plain", {}, "0")], "observed": 0}, {"series": load}])
        add("load, no series, load", [external("ext_plain", kind)], load, then=[{"series": []}, {"series": [("ext_plain", {}, "45")]}])
        add("target of a fraction", [external("ext_plain", kind, "2500m")], load)
        add("status replicas zero", [external("ext_plain", kind)], load, observed=0, differs=kind == "AverageValue")

    several = [("ext_plain", {"queue": "a"}, "30"), ("ext_plain", {"queue": "b"}, "40"), ("ext_plain", {}, "20")]
    selectors = {
        "one label": {"matchLabels": {"queue": "a"}}, "another label": {"matchLabels": {"queue": "zzz"}},
        "two labels": {"matchLabels": {"queue": "a", "zone": "x"}}, "In": label("queue", "a", "b"),
        "NotIn": label("queue", "a", operator="NotIn"), "Exists": label("queue", operator="Exists"),
        "DoesNotExist": label("queue", operator="DoesNotExist"), "empty": {}, "key with a slash": {"matchLabels": {"a.b/c": "x"}},
        "In with one value": label("queue", "b"), "labels and expressions": {"matchLabels": {"queue": "b"}, **label("queue", "a", "b")},
        "value with a dot": {"matchLabels": {"queue": "a.b"}}, "empty value": {"matchLabels": {"queue": ""}},
        "unknown operator": {"matchExpressions": [{"key": "queue", "operator": "Near", "values": ["a"]}]},
        "In without values": {"matchExpressions": [{"key": "queue", "operator": "In"}]},
        "invalid key": {"matchLabels": {"queue name": "a"}}, "invalid value": {"matchLabels": {"queue": "a b"}},
        "other namespace": {"matchLabels": {"namespace": "other"}},
    }
    for name, selector in selectors.items():
        scenes[f"external selector: {name}"] = {"metrics": [external("ext_plain", selector=selector)], "series": several, "pods": []}
    return scenes


def custom_scenes():
    scenes = {}

    def add(name, metrics, series, **more):
        scenes[name] = {"metrics": metrics, "series": series, **more}

    def hits(*values, metric="cus_hits"):
        return [(metric, {"pod": f"web-{i}"}, value) for i, value in enumerate(values) if value is not None]

    for name, value in EXTREMES.items():
        wraps = name in ("1e15", "9.2e15")
        add(f"pods: {name}", [pods_metric("cus_hits")], hits("10", value, "10"), differs=wraps)
        add(f"pods: all {name}", [pods_metric("cus_hits")], hits(value, value, value), differs=wraps)
        for kind in ("Value", "AverageValue"):
            add(f"object {kind}: {name}", [object_metric("obj_hits", kind)], [("obj_hits", {"service": "front"}, value)],
                differs=wraps and kind == "AverageValue")
    add("pods: load", [pods_metric("cus_hits")], hits("20", "25", "30"))
    add("pods: one without series", [pods_metric("cus_hits")], hits("20", "25", None))
    add("pods: two without series, low", [pods_metric("cus_hits")], hits("2", None, None))
    add("pods: no series", [pods_metric("cus_hits")], [])
    add("pods: unknown metric", [pods_metric("cus_unknown")], [])
    add("pods: series of a stranger", [pods_metric("cus_hits")], hits("20", "25", None) + [("cus_hits", {"pod": "other"}, "90")])
    add("pods: name and series in upper case", [pods_metric("Cus_Upper")], hits("20", "25", "30", metric="Cus_Upper"))
    add("pods: name in upper case, series in lower case", [pods_metric("Cus_Hits")], hits("20", "25", "30"))
    add("pods: selector", [pods_metric("cus_hits", selector={"matchLabels": {"path": "a"}})],
        [("cus_hits", {"pod": f"web-{i}", "path": path}, "20") for i in range(3) for path in "ab"])
    add("pods: selector without match", [pods_metric("cus_hits", selector={"matchLabels": {"path": "c"}})], hits("20", "25", "30"))
    add("pods: no pods", [pods_metric("cus_hits")], [], pods=[])
    add("pods: unready pods", [pods_metric("cus_hits")], hits("20", "25", "30"), pods=[pod(), pod(ready="False"), pod(phase="Pending")])
    add("pods: load, then no series", [pods_metric("cus_hits")], hits("20", "25", "30"), then=[{"series": []}, {"series": hits("5", "5", "5")}])
    for kind in ("Value", "AverageValue"):
        one = [("obj_hits", {"service": "front"}, "35")]
        add(f"object {kind}: load", [object_metric("obj_hits", kind)], one)
        add(f"object {kind}: no series", [object_metric("obj_hits", kind)], [])
        add(f"object {kind}: unknown metric", [object_metric("obj_unknown", kind)], [])
        add(f"object {kind}: absent object", [object_metric("obj_hits", kind, called="absent")], one)
        add(f"object {kind}: series of an absent object", [object_metric("obj_hits", kind, called="absent")], [("obj_hits", {"service": "absent"}, "35")])
        add(f"object {kind}: unknown kind", [object_metric("obj_hits", kind, of="Thing")], one)
        add(f"object {kind}: unknown group", [object_metric("obj_hits", kind, api="things.example.com/v1", of="Thing")], one)
        add(f"object {kind}: name in upper case", [object_metric("Obj_Hits", kind)], one)
        add(f"object {kind}: name and series in upper case", [object_metric("Obj_Upper", kind)], [("Obj_Upper", {"service": "front"}, "35")])
        add(f"object {kind}: Ingress", [object_metric("obj_hits", kind, api="networking.k8s.io/v1", of="Ingress")], [("obj_hits", {"ingress": "front"}, "35")])
        add(f"object {kind}: Ingress without series", [object_metric("obj_hits", kind, api="networking.k8s.io/v1", of="Ingress")], one)
        add(f"object {kind}: Namespace", [object_metric("nam_hits", kind, of="Namespace", called="any")], [("nam_hits", {}, "35")])
        add(f"object {kind}: Namespace without series", [object_metric("nam_hits", kind, of="Namespace", called="any")], [])
        add(f"object {kind}: Pod", [object_metric("cus_hits", kind, of="Pod", called="web-1")], hits("20", "35", "30"))
        add(f"object {kind}: selector", [object_metric("obj_hits", kind, selector={"matchLabels": {"path": "a"}})],
            [("obj_hits", {"service": "front", "path": "a"}, "35"), ("obj_hits", {"service": "front", "path": "b"}, "90")])
        add(f"object {kind}: selector without match", [object_metric("obj_hits", kind, selector={"matchLabels": {"path": "c"}})], one)
        add(f"object {kind}: to zero and back", [object_metric("obj_hits", kind)], [("obj_hits", {"service": "front"}, "0")], spec={"minReplicas": 0},
            then=[{"series": one}, {"series": [("obj_hits", {"service": "front"}, "NaN")]}])
        add(f"object {kind}: no ready pods", [object_metric("obj_hits", kind)], one, pods=[pod(ready="False")] * 3)
        add(f"object {kind}: no pods", [object_metric("obj_hits", kind)], one, pods=[])
    return scenes


def resource_scenes(shared=False):
    scenes = {}

    def add(name, metrics, pods, **more):
        prefix = "shared namespace, " if shared else ""
        scenes[f"{prefix}resource: {name}"] = {"metrics": metrics, "pods": pods, "shared": shared, **more}

    mib = 1 << 20
    add("utilization", [resource("cpu")], [pod()] * 3)
    add("utilization, low", [resource("cpu")], [pod(0.0105)] * 3)
    add("average value", [resource("cpu", "AverageValue", "50m")], [pod()] * 3)
    add("memory utilization", [resource("memory")], [pod(memory=96 * mib + 1)] * 3)
    add("memory average value", [resource("memory", "AverageValue", "32Mi")], [pod(memory=50 * mib + 7)] * 3)
    add("no metrics in spec", [], [pod()] * 3)
    add("no usage of one pod, high", [resource("cpu")], [pod(), pod(), pod(usage={})])
    add("no usage of one pod, low", [resource("cpu")], [pod(0.0105), pod(0.0105), pod(usage={})])
    add("no usage of any pod", [resource("cpu")], [pod(usage={})] * 3)
    add("no request", [resource("cpu")], [pod(requests={})] * 3)
    add("no request of one pod", [resource("cpu")], [pod(), pod(), pod(requests={})])
    add("no request, average value", [resource("cpu", "AverageValue", "50m")], [pod(requests={})] * 3)
    add("unready pod", [resource("cpu")], [pod(), pod(), pod(ready="False")])
    add("pending pod", [resource("cpu")], [pod(), pod(), pod(phase="Pending")])
    add("failed pod", [resource("cpu")], [pod(), pod(), pod(phase="Failed")])
    add("no pods", [resource("cpu")], [])
    add("unknown resource", [resource("nvidia.com/gpu", "AverageValue", "1")], [pod()] * 3)
    add("zero usage", [resource("cpu")], [pod(0)] * 3)
    add("two containers", [resource("cpu")], [two_containers(side=0.3005)] * 3)
    add("container", [container("cpu")], [two_containers(side=0.3005)] * 3)
    add("container average value", [container("cpu", "AverageValue", "40m")], [two_containers(side=0.3005)] * 3)
    add("container memory", [container("memory")], [two_containers(memory=80 * mib)] * 3)
    add("container in one pod only", [container("cpu", of="side")], [two_containers(), pod(), pod()])
    add("container in one pod only, average value", [container("cpu", "AverageValue", "40m", of="side")], [two_containers(), pod(), pod()])
    add("container absent", [container("cpu", of="absent")], [pod()] * 3)
    add("container absent, average value", [container("cpu", "AverageValue", "40m", of="absent")], [pod()] * 3)
    add("container of the spec without usage", [container("cpu", of="side")], [{**two_containers(), "usage": {"app": (CPU, mib)}}] * 3)
    add("whole pod with a container without usage", [resource("cpu")], [{**two_containers(), "usage": {"app": (CPU, mib)}}] * 3)
    add("restart of one pod", [resource("cpu")], [pod()] * 3, spec={"maxReplicas": 20}, then=[{"restart": [(1, "app")]}])
    add("restart of all pods", [resource("cpu")], [pod()] * 3, spec={"maxReplicas": 20}, then=[{"restart": [(0, "app"), (1, "app"), (2, "app")]}])
    add("restart of one container", [container("cpu", of="side")], [two_containers()] * 3, then=[{"restart": [(1, "app")]}])
    add("restart of one container, low", [resource("cpu", "AverageValue", "500m")], [two_containers()] * 3, then=[{"restart": [(1, "app")]}])
    add("usage doubles, then falls", [resource("cpu", value=100)], [pod()] * 3, then=[{"usage": (0.2205, 64 * mib)}, {"usage": (0.0205, 64 * mib)}])
    add("zero replicas", [resource("cpu")], [pod()] * 3, replicas=0)
    add("above the maximum", [resource("cpu")], [pod()] * 3, replicas=12)
    add("cpu and memory", [resource("cpu"), resource("memory", value=90)], [pod(memory=96 * mib)] * 3)
    return scenes


def mixed_scenes():
    scenes = {}

    def add(name, metrics, **more):
        scenes[f"several: {name}"] = {"metrics": metrics, **more}

    load, low = [("ext_plain", {}, "75")], [("ext_plain", {}, "5")]
    unknown = external("ext_unknown")
    add("unknown, then up", [unknown, external("ext_plain")], series=load)
    add("up, then unknown", [external("ext_plain"), unknown], series=load)
    add("unknown, then down", [unknown, external("ext_plain")], series=low)
    add("down, then unknown", [external("ext_plain"), unknown], series=low)
    add("unknown, then equal", [unknown, external("ext_plain")], series=[("ext_plain", {}, "30")])
    add("all fail", [unknown, pods_metric("cus_unknown"), object_metric("obj_unknown")], series=[])
    add("all fail, other order", [object_metric("obj_unknown"), pods_metric("cus_unknown"), unknown], series=[])
    add("upper case fails, lower case scales", [external("Ext_Upper"), external("Ext_Plain")], series=load + [("Ext_Upper", {}, "90")])
    add("NaN, then up", [external("extraw_order"), external("ext_plain")], series=load + [("extraw_order", {}, "NaN")])
    add("NaN, then down", [external("extraw_order"), external("ext_plain")], series=low + [("extraw_order", {}, "NaN")])
    add("one of each", [resource("cpu"), container("cpu"), pods_metric("cus_hits"), object_metric("obj_hits"), external("ext_plain")],
        series=load + [("obj_hits", {"service": "front"}, "15")] + [("cus_hits", {"pod": f"web-{i}"}, "12") for i in range(3)])
    add("one of each, low", [resource("cpu"), container("cpu"), pods_metric("cus_hits"), object_metric("obj_hits"), external("ext_plain")],
        pods=[pod(0.0105)] * 3,
        series=low + [("obj_hits", {"service": "front"}, "1.5")] + [("cus_hits", {"pod": f"web-{i}"}, "1.2") for i in range(3)])
    add("Prometheus fails, resource up", [external("ext_unknown"), resource("cpu")], pods=[pod()] * 3, series=[])
    add("resource fails, external down", [resource("cpu"), external("ext_plain")], pods=[pod(usage={})] * 3, series=low)
    add("resource fails, external up", [resource("cpu"), external("ext_plain")], pods=[pod(usage={})] * 3, series=load)
    add("minReplicas 0, resource and external at zero", [resource("cpu"), external("ext_plain")], pods=[],
        spec={"minReplicas": 0}, replicas=0, observed=0, series=load)
    add("minReplicas 0, unknown and zero", [unknown, external("ext_plain")], spec={"minReplicas": 0}, series=[("ext_plain", {}, "0")])
    add("behavior", [external("ext_plain")], series=load, spec={"behavior": {"scaleUp": {"policies": [{"type": "Pods", "value": 1, "periodSeconds": 5}]}}})
    add("tolerance", [external("ext_plain")], series=[("ext_plain", {}, "33.5")], spec={"behavior": {"scaleUp": {"tolerance": "0.05"}}})
    return scenes


def all_scenes():
    return {**external_scenes(), **custom_scenes(), **resource_scenes(), **resource_scenes(shared=True), **mixed_scenes()}
