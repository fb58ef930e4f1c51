# Postflight. A new machine needs two commands: make run, make test.
#
# Both install what they need from the system through apt (Debian, Ubuntu) and
# say which packages; sudo is used only when not root. Go is not installed.

SHELL       := bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.NOTPARALLEL:

BUILD := build
BIN   := $(BUILD)/postflight
GO    ?= go
# Fyne reads it as "all calls are on the right goroutine" and drops its checks.
TAGS  ?= migrated_fynedo
# Same program with the race detector and Fyne's own thread checks.
CHECKED := $(BUILD)/postflight-checked
TOOL  := $(GO) tool -modfile=tools/go.mod

# What the window is compiled against, and what a machine without a display and
# the end-to-end tests need.
LIBS     := gcc pkg-config libc6-dev libgl1-mesa-dev xorg-dev libgtk-3-dev
HEADLESS := xvfb xauth libgl1-mesa-dri fonts-dejavu-core xdotool imagemagick openbox chrony
APT      := $(shell [ "$$(id -u)" = 0 ] || echo sudo) env DEBIAN_FRONTEND=noninteractive apt-get -qq

# The toolkit complains in tests about a locale that names no language.
ifeq ($(filter-out C C.% POSIX,$(LC_ALL) $(LANG)),)
  LOCALE := LC_ALL=C.UTF-8 LANGUAGE=en_US
endif

SOURCE   := main.go analysis app assets bench decode e2e internal replay ui
LOWER    := ./decode/... ./analysis/... ./replay/...
FUZZTIME ?= 10s
PREFIX   ?= /usr/local

.PHONY: help
help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' Makefile

.PHONY: run
run: build $(if $(DISPLAY)$(WAYLAND_DISPLAY),,headless) ## Open the window on the demo flight; without a display, save a screenshot of it
	@scripts/demo.sh $(BIN) $(BUILD)

.PHONY: test
test: headless vet unit e2e ## Run every test: vet, unit, window, end to end

.PHONY: unit
unit: libs
	$(LOCALE) $(GO) test -race -timeout 20m $$($(GO) list ./... | grep -v '/e2e$$')
	$(LOCALE) $(GO) test -tags $(TAGS) ./ui/... ./app/...

.PHONY: e2e
e2e: headless build ## Drive the real window under Xvfb; screenshots in build/screens
	$(GO) build -race -o $(CHECKED) .
	$(LOCALE) POSTFLIGHT_BIN=$(abspath $(BIN)) POSTFLIGHT_CHECKED_BIN=$(abspath $(CHECKED)) \
	  POSTFLIGHT_SCREENS=$(abspath $(BUILD)/screens) $(GO) test -count=1 -timeout 15m ./e2e

.PHONY: vet
vet: libs
	$(GO) vet -tags $(TAGS) ./...

.PHONY: lint
lint: vet ## Check format, modules and code
	$(GO) mod tidy -diff
	@unformatted=$$($(TOOL) gofumpt -l $(SOURCE)); \
	if [ -n "$$unformatted" ]; then echo "not in gofumpt's form (make format):"; echo "$$unformatted"; exit 1; fi
	$(TOOL) staticcheck -tags $(TAGS) ./...

.PHONY: format
format: ## Put the code into gofumpt's form
	$(TOOL) gofumpt -w $(SOURCE)

.PHONY: bench
bench: libs ## Measure the promises of docs/design.md
	$(GO) run ./bench
	$(GO) test -tags $(TAGS) -run '^$$' -bench . -benchmem -timeout 60m $(LOWER) ./ui/... ./app/...

.PHONY: fuzz
fuzz: ## Fuzz each target for FUZZTIME (10s)
	GO="$(GO)" scripts/fuzz.sh $(FUZZTIME) $(LOWER)

.PHONY: fuzz-ci
fuzz-ci: ## Fuzz each decoder for 30 s
	GO="$(GO)" scripts/fuzz.sh 30s ./decode/...

.PHONY: load
load: headless build ## Measure the real window: a start, and twelve plots of a log of 100 MB played
	$(LOCALE) POSTFLIGHT_LOAD=1 POSTFLIGHT_BIN=$(abspath $(BIN)) POSTFLIGHT_SCREENS=$(abspath $(BUILD)/screens) \
	  $(GO) test -count=1 -v -run "Twelve|AStart" ./e2e

.PHONY: release-check
release-check: lint test bench load ## Everything, the other systems, and long fuzzing
	for system in linux/arm64 windows/amd64 darwin/arm64; do \
	  CGO_ENABLED=0 GOOS=$${system%/*} GOARCH=$${system#*/} $(GO) vet $(LOWER); \
	done
	CLOCK_SEEDS=500 $(GO) test -count=1 -v ./analysis/clock
	$(MAKE) fuzz FUZZTIME=5m
	$(MAKE) release

.PHONY: build
build: libs ## Build build/postflight
	$(GO) build -tags $(TAGS) -o $(BIN) .

.PHONY: release
release: libs ## Build build/postflight without paths and symbols
	$(GO) build -tags $(TAGS) -trimpath -ldflags '-s -w' -o $(BIN) .

.PHONY: install
install: ## Install what was built, its icon and its desktop entry under PREFIX (/usr/local)
	install -Dm755 $(BIN) $(DESTDIR)$(PREFIX)/bin/postflight
	install -Dm644 assets/icon.svg $(DESTDIR)$(PREFIX)/share/icons/hicolor/scalable/apps/app.postflight.viewer.svg
	install -Dm644 assets/icon.png $(DESTDIR)$(PREFIX)/share/icons/hicolor/256x256/apps/app.postflight.viewer.png
	install -Dm644 assets/app.postflight.viewer.desktop $(DESTDIR)$(PREFIX)/share/applications/app.postflight.viewer.desktop

# $(call install,PACKAGES) installs those of PACKAGES that are missing.
define install
	@missing=$$(for p in $(1); do dpkg-query -W -f='$${Status}' $$p 2>/dev/null | grep -q 'ok installed' || echo $$p; done); \
	if [ -n "$$missing" ]; then \
	  echo "installing:" $$missing; \
	  $(APT) update; \
	  $(APT) -y install --no-install-recommends $$missing >/dev/null; \
	fi
endef

.PHONY: libs
libs: ## Install the C libraries the build needs
	$(call install,$(LIBS))

.PHONY: headless
headless: libs ## Install what a machine without a display needs
	$(call install,$(HEADLESS))

.PHONY: clean
clean: ## Remove what was built
	rm -rf $(BUILD)
