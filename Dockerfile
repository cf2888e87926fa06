# An image that holds the program and nothing else:
#   docker build -t puppet-lint . && docker run --rm -v "$PWD:/work" puppet-lint
FROM golang:1.26 AS build
WORKDIR /source
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags='-s -w' -o /puppet-lint ./cmd/puppet-lint

FROM scratch
COPY --from=build /puppet-lint /puppet-lint
WORKDIR /work
ENTRYPOINT ["/puppet-lint"]
