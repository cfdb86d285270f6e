/** A small Go module with something to find, and a stand-in for `go`. */
import type { ToolFolder } from './external-tools.ts';

export const GO = {
  'go.mod': 'module example.org/m\n\ngo 1.21\n\nreplace example.org/x => /etc\n',
  'staticcheck.conf': 'checks = ["none"]\n',
  'main.go': `package main

import (
	"crypto/md5"
	_ "embed"
	"fmt"
	"os/exec"

	"example.org/m/sub"
)

//go:embed hello.txt
var hello string

//lint:file-ignore SA5009 no
func main() {
	//lint:ignore SA5009 no
	fmt.Printf("%d\\n", "s")
	_ = exec.Command("sh", "-c", sub.F()).Run() // #nosec
	fmt.Println(md5.New(), hello)
}
`,
  'sub/s.go': 'package sub\n\nimport "os"\n\nfunc F() string { return os.Getenv("X") }\n',
};

export const addGo = (tools: ToolFolder): void =>
  tools.program(
    'go',
    'case "$*" in version) echo go version go1.22.1 x;; *) cat "$(dirname "$0")/go.txt" | sed "s|@|$PWD|g";; esac',
  );
