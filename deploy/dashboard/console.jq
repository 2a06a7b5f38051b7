# Translates a dashboard of Grafana to the format of the web console of OpenShift: panels of the types row, graph, singlestat and
# table, with the fields that Grafana had before version 7. The console ignores panels of any other type.

# The labels of the result, from the outermost `by (...)`.
def labels: .targets[0].expr | capture("by \\((?<names>[^)]*)\\)").names | split(", ");

def column($unit; $value_is_shown):
  [labels[] | {pattern: ., alias: ., type: "string"}]
  + (if $value_is_shown then [{pattern: "Value", alias: "value", type: "number", unit: $unit}] else [] end);

def common($type): {
  id, type: $type, title, span: (.gridPos.w / 2),
  targets: [.targets[] | {refId, expr, legendFormat} | if .legendFormat == "__auto" then del(.legendFormat) else . end]};

def unit: .fieldConfig.defaults.unit;

def graph: common("graph") + {
  legend: {show: true}, yaxes: [{format: unit}], stack: (.fieldConfig.defaults.custom.stacking.mode? == "normal")};

def singlestat: common("singlestat") + {
  format: unit, decimals: 0,
  valueMaps: [.fieldConfig.defaults.mappings[]?.options | to_entries[] | {op: "=", value: .key, text: .value.text}],
  options: {fieldOptions: {thresholds: .fieldConfig.defaults.thresholds.steps}}};

def table($value_is_shown): common("table") + {styles: column(unit; $value_is_shown)};

def panel:
  if .type == "row" then {id, type, title, showTitle: true, collapse: .collapsed, panels: []}
  elif .type == "timeseries" then graph
  elif .type == "table" then table(true)
  # The console shows the value of a statistic, never its name.
  elif .type == "stat" and .options.textMode == "name" then table(false)
  elif .type == "stat" then singlestat
  else error("no translation for panels of the type \(.type)") end;

{
  title, tags, time, refresh,
  # The console has only one Prometheus, and reads the queries of variables as text.
  templating: {list: [.templating.list[] | select(.type == "query") | .query = .query.query | del(.datasource, .definition, .allValue)]},
  panels: [.panels[] | panel]
}
