# An image that holds the program, its licences and nothing else:
#   docker build -t puppet-lint . && docker run --rm -v "$PWD:/work" puppet-lint
FROM golang:1.26 AS build
WORKDIR /source
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags='-s -w' -o /puppet-lint ./cmd/puppet-lint
RUN packaging/licenses >/THIRD-PARTY-LICENSES

FROM scratch
COPY --from=build /puppet-lint /puppet-lint
COPY --from=build /source/LICENSE /THIRD-PARTY-LICENSES /
WORKDIR /work
ENTRYPOINT ["/puppet-lint"]
