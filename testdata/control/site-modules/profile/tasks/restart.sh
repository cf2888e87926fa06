#!/bin/sh
set -eu
systemctl restart "$PT_service"
