package convert

import (
	"errors"

	"puppet-lint/internal/rubytime"
	"puppet-lint/types"
)

// toTimestamp implements Timestamp.new.
func (c *Converter) toTimestamp(args []types.Value) (types.Value, error) {
	if len(args) == 0 {
		return nil, ErrUnknown // now
	}
	if len(args) == 1 {
		switch v := args[0].(type) {
		case types.Integer, types.Float:
			n, err := nanoseconds(v)
			return types.Timestamp(n), err
		case *types.Hash:
			if keys := []string{"string"}; !hasKeys(v, keys, "format", "timezone") {
				return nil, refuseHash("Timestamp", v, keys, "format", "timezone")
			}
			args = []types.Value{get(v, "string"), get(v, "format"), get(v, "timezone")}
		}
	}
	text, ok := textArgument(args)
	if !ok || len(args) > 3 {
		if len(args) > 3 {
			return nil, wrongCount("Timestamp", 0, 3, len(args))
		}
		return nil, refuse("Timestamp", "a number, a String or a Hash", args[0])
	}
	args = append(append([]types.Value(nil), args...), nil, nil)[:3]
	zone := ""
	if args[2] != nil {
		z, ok := args[2].(types.String)
		if !ok || z == "" {
			return nil, refuse("Timestamp", "a String[1] for 'timezone'", args[2])
		}
		zone = string(z)
	}
	if args[1] == nil {
		return timestamp(rubytime.Parse(text, zone))
	}
	list, ok := formatList(args[1])
	if !ok {
		return nil, refuseFormat("Timestamp", args[1])
	}
	if _, single := args[1].(types.String); single {
		return timestamp(rubytime.ParseAs(text, list[0], zone))
	}
	return timestamp(rubytime.ParseAny(text, list, zone))
}

func timestamp(nanoseconds int64, err error) (types.Value, error) {
	if err != nil {
		return nil, timeError(err)
	}
	return types.Timestamp(nanoseconds), nil
}

// timeError converts errors of rubytime to those of this package.
func timeError(err error) error {
	var refused *rubytime.Error
	if errors.As(err, &refused) {
		return &Error{Message: refused.Message}
	}
	return ErrUnknown
}

// FormatTimestamp implements Ruby's strftime of an instant, in UTC or in a zone (an offset such
// as +01:00, or an abbreviation).
func FormatTimestamp(t types.Timestamp, format, zone string) (string, error) {
	text, err := rubytime.Format(int64(t), format, zone)
	if err != nil {
		return "", timeError(err)
	}
	return text, nil
}
