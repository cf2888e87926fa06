package report

// The parts of a SARIF 2.1.0 log that this program writes, under the standard's
// names. What the standard lets a writer leave out is left out when it is empty.
// The tests hold what comes of it against the standard's own schema.

type sarifLog struct {
	Schema  string      `json:"$schema"`
	Version string      `json:"version"`
	Runs    []*sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool               sarifTool                 `json:"tool"`
	Invocations        []sarifInvocation         `json:"invocations"`
	OriginalURIBaseIDs map[string]*sarifArtifact `json:"originalUriBaseIds"`
	Artifacts          []sarifArtifactAt         `json:"artifacts,omitempty"`
	ColumnKind         string                    `json:"columnKind"`
	Results            []*sarifResult            `json:"results"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name            string             `json:"name"`
	Version         string             `json:"version"`
	SemanticVersion string             `json:"semanticVersion"`
	Rules           []*sarifDescriptor `json:"rules,omitempty"`
}

// sarifDescriptor describes a rule.
type sarifDescriptor struct {
	ID                   string             `json:"id"`
	Name                 string             `json:"name"`
	DeprecatedIDs        []string           `json:"deprecatedIds,omitempty"`
	ShortDescription     sarifText          `json:"shortDescription"`
	FullDescription      sarifText          `json:"fullDescription"`
	Help                 sarifText          `json:"help"`
	DefaultConfiguration sarifConfiguration `json:"defaultConfiguration"`
	Properties           map[string]any     `json:"properties"`
}

type sarifConfiguration struct {
	Level string `json:"level"`
}

// sarifText is a message, or one of a descriptor's texts.
type sarifText struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown,omitempty"`
}

type sarifResult struct {
	RuleID              string             `json:"ruleId"`
	RuleIndex           int                `json:"ruleIndex"`
	Level               string             `json:"level"`
	Message             sarifText          `json:"message"`
	Locations           []*sarifLocation   `json:"locations"`
	RelatedLocations    []*sarifLocation   `json:"relatedLocations,omitempty"`
	PartialFingerprints map[string]string  `json:"partialFingerprints"`
	Fixes               []sarifFix         `json:"fixes,omitempty"`
	Suppressions        []sarifSuppression `json:"suppressions,omitempty"`
}

type sarifLocation struct {
	ID       int           `json:"id,omitempty"`
	Physical sarifPhysical `json:"physicalLocation"`
	Message  *sarifText    `json:"message,omitempty"`
}

type sarifPhysical struct {
	Artifact *sarifArtifact `json:"artifactLocation"`
	Region   *sarifRegion   `json:"region,omitempty"`
}

// sarifArtifact is where a file or folder is; Index finds it among the run's
// artifacts.
type sarifArtifact struct {
	URI       string `json:"uri"`
	URIBaseID string `json:"uriBaseId,omitempty"`
	Index     *int   `json:"index,omitempty"`
}

type sarifArtifactAt struct {
	Location *sarifArtifact `json:"location"`
}

// sarifRegion is a line and, unless nothing more is known, an extent.
type sarifRegion struct {
	StartLine int `json:"startLine"`
	*sarifExtent
	Snippet *sarifText `json:"snippet,omitempty"`
}

// sarifExtent is a span in every unit that SARIF has: lines and columns are
// 1-based, offsets 0-based.
type sarifExtent struct {
	StartColumn int `json:"startColumn"`
	EndLine     int `json:"endLine"`
	EndColumn   int `json:"endColumn"`
	ByteOffset  int `json:"byteOffset"`
	ByteLength  int `json:"byteLength"`
	CharOffset  int `json:"charOffset"`
	CharLength  int `json:"charLength"`
}

type sarifFix struct {
	Description sarifText      `json:"description"`
	Changes     []*sarifChange `json:"artifactChanges"`
}

// sarifChange is what a fix changes in one file.
type sarifChange struct {
	Artifact     *sarifArtifact     `json:"artifactLocation"`
	Replacements []sarifReplacement `json:"replacements"`
}

type sarifReplacement struct {
	Deleted  *sarifRegion `json:"deletedRegion"`
	Inserted *sarifText   `json:"insertedContent,omitempty"`
}

type sarifSuppression struct {
	Kind          string `json:"kind"`
	Justification string `json:"justification,omitempty"`
}

type sarifInvocation struct {
	ExecutionSuccessful bool                `json:"executionSuccessful"`
	Notifications       []sarifNotification `json:"toolExecutionNotifications,omitempty"`
}

type sarifNotification struct {
	Level     string           `json:"level"`
	Message   sarifText        `json:"message"`
	Locations []*sarifLocation `json:"locations,omitempty"`
}
