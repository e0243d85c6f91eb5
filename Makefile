# Names for what people type; the work is done by swift and by scripts/.
.PHONY: build test lint demo fixtures

build:
	swift build -c release

test:
	scripts/test

lint:
	scripts/lint

demo:
	scripts/demo

fixtures:
	scripts/fixtures
