package report

// The types below are the part of SARIF 2.1.0 that reports use. Fields that would only repeat
// what the standard assumes are not written. The fields are exported for encoding/json.

type sarifLog struct {
	Schema  string      `json:"$schema"`
	Version string      `json:"version"`
	Runs    []*sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool               sarifTool                    `json:"tool"`
	Invocations        []*sarifInvocation           `json:"invocations"`
	AutomationDetails  sarifAutomation              `json:"automationDetails"`
	ColumnKind         string                       `json:"columnKind"`
	OriginalURIBaseIDs map[string]sarifFileLocation `json:"originalUriBaseIds"`
	Results            []*sarifResult               `json:"results"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name            string       `json:"name"`
	FullName        string       `json:"fullName"`
	Version         string       `json:"version"`
	SemanticVersion string       `json:"semanticVersion"`
	Rules           []*sarifRule `json:"rules"`
}

type sarifRule struct {
	ID                   string             `json:"id"`
	Name                 string             `json:"name"`
	DeprecatedIDs        []string           `json:"deprecatedIds,omitempty"`
	ShortDescription     sarifMessage       `json:"shortDescription"`
	FullDescription      sarifMessage       `json:"fullDescription"`
	Help                 sarifMessage       `json:"help"`
	HelpURI              string             `json:"helpUri,omitempty"`
	DefaultConfiguration sarifConfiguration `json:"defaultConfiguration"`
	Properties           sarifProperties    `json:"properties"`
}

type sarifConfiguration struct {
	Level string `json:"level"`
}

// sarifProperties are the properties by which code scanning sorts rules.
type sarifProperties struct {
	ProblemSeverity  string   `json:"problem.severity"`
	SecuritySeverity string   `json:"security-severity,omitempty"`
	Tags             []string `json:"tags"`
}

type sarifMessage struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown,omitempty"`
}

type sarifInvocation struct {
	ExecutionSuccessful        bool                 `json:"executionSuccessful"`
	ToolExecutionNotifications []*sarifNotification `json:"toolExecutionNotifications,omitempty"`
}

type sarifNotification struct {
	Level     string           `json:"level"`
	Message   sarifMessage     `json:"message"`
	Locations []*sarifLocation `json:"locations,omitempty"`
}

// sarifAutomation identifies the series of runs. Code scanning uses the part before the last
// slash as the category of the results.
type sarifAutomation struct {
	ID string `json:"id"`
}

type sarifResult struct {
	RuleID              string            `json:"ruleId"`
	RuleIndex           int               `json:"ruleIndex"`
	Level               string            `json:"level"`
	Message             sarifMessage      `json:"message"`
	Locations           []*sarifLocation  `json:"locations"`
	RelatedLocations    []*sarifLocation  `json:"relatedLocations,omitempty"`
	CodeFlows           []sarifCodeFlow   `json:"codeFlows,omitempty"`
	Fixes               []*sarifFix       `json:"fixes,omitempty"`
	PartialFingerprints map[string]string `json:"partialFingerprints"`
	// Suppressions may be an empty list: either all results of a run state whether they are
	// suppressed or none does (SARIF 3.27.23).
	Suppressions *[]sarifSuppression `json:"suppressions,omitempty"`
}

type sarifSuppression struct {
	Kind          string `json:"kind"`
	Justification string `json:"justification,omitempty"`
}

type sarifCodeFlow struct {
	ThreadFlows []sarifThreadFlow `json:"threadFlows"`
}

type sarifThreadFlow struct {
	Locations []sarifFlowLocation `json:"locations"`
}

type sarifFlowLocation struct {
	Location *sarifLocation `json:"location"`
}

type sarifLocation struct {
	// ID is the number by which the message of the result links to the location; 0 for none.
	ID               int                   `json:"id,omitempty"`
	PhysicalLocation sarifPhysicalLocation `json:"physicalLocation"`
	Message          *sarifMessage         `json:"message,omitempty"`
}

type sarifPhysicalLocation struct {
	ArtifactLocation sarifFileLocation `json:"artifactLocation"`
	Region           *sarifRegion      `json:"region,omitempty"`
}

type sarifFileLocation struct {
	URI       string `json:"uri"`
	URIBaseID string `json:"uriBaseId,omitempty"`
}

// sarifRegion is a place in a text. Lines and columns are 1-based, offsets are 0-based. Only
// StartLine is set for a finding about a file or a line.
type sarifRegion struct {
	StartLine   int           `json:"startLine"`
	StartColumn int           `json:"startColumn,omitempty"`
	EndLine     int           `json:"endLine,omitempty"`
	EndColumn   int           `json:"endColumn,omitempty"`
	CharOffset  *int          `json:"charOffset,omitempty"`
	CharLength  *int          `json:"charLength,omitempty"`
	ByteOffset  *int          `json:"byteOffset,omitempty"`
	ByteLength  *int          `json:"byteLength,omitempty"`
	Snippet     *sarifContent `json:"snippet,omitempty"`
}

type sarifContent struct {
	Text string `json:"text"`
}

type sarifFix struct {
	Description     sarifMessage        `json:"description"`
	ArtifactChanges []*sarifChange      `json:"artifactChanges"`
	Properties      sarifFixInformation `json:"properties"`
}

type sarifFixInformation struct {
	Safety string `json:"safety"`
}

type sarifChange struct {
	ArtifactLocation sarifFileLocation  `json:"artifactLocation"`
	Replacements     []sarifReplacement `json:"replacements"`
}

type sarifReplacement struct {
	DeletedRegion   *sarifRegion  `json:"deletedRegion"`
	InsertedContent *sarifContent `json:"insertedContent,omitempty"`
}
