{{- define "gateway.name" -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 52 | trimSuffix "-" -}}
{{- end -}}

{{- define "gateway.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "gateway.labels" -}}
{{ include "gateway.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{/* The user's settings, and those that this chart relies on. */}}
{{- define "gateway.settings" -}}
{{- $ports := dict "http" (dict "host" "0.0.0.0" "port" 8080) "admin" (dict "host" "0.0.0.0" "port" 9464) -}}
{{- mergeOverwrite (deepCopy .Values.config) $ports | toYaml -}}
{{- end -}}
