import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryDirectory } from "./support/run/fixtures.ts";

const ROOT = resolve(import.meta.dirname, "..");
const text = readFileSync(join(ROOT, "CHANGELOG.md"), "utf8");
const wordsOf = (line: string) => line.split(/\s+/).filter((word) => word !== "").length;

describe("the changelog", () => {
  const releases = text.split(/^## /m).slice(1);

  it.each(releases.map((release) => [release.split("\n")[0], release]))(
    "is short: %s",
    (heading, release) => {
      const bullets = release.split(/^- /m).slice(1);
      const texts = bullets.map((bullet) => bullet.split(/\n\n|\n#/)[0]);
      expect(texts.filter((bullet) => wordsOf(bullet) > 20)).toEqual([]);
      // Unreleased entries are shortened at the release.
      const words = texts.reduce((sum, bullet) => sum + wordsOf(bullet), 0);
      if (heading !== "Unreleased") expect(words).toBeLessThanOrEqual(300);
      const parts = [...release.matchAll(/^### (.*)$/gm)].map(([, part]) => part);
      const order = ["Added", "Changed", "Fixed", "Upgrade"];
      expect(parts).toEqual(order.filter((part) => parts.includes(part)));
    },
  );
});

describe(".ci/tag-releases", () => {
  it("tags each release at the commit that set its version, once, with its bullets", async () => {
    const folder = await temporaryDirectory();
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], {
        cwd: folder,
        encoding: "utf8",
      }).trim();
    const commit = (version: string, changelog: string, title: string) => {
      writeFileSync(join(folder, "package.json"), `{\n  "version": "${version}"\n}\n`);
      writeFileSync(join(folder, "CHANGELOG.md"), changelog);
      git("add", "-A");
      git("commit", "-q", "-m", title);
      return git("rev-parse", "HEAD");
    };
    mkdirSync(join(folder, ".ci"));
    cpSync(join(ROOT, ".ci/tag-releases"), join(folder, ".ci/tag-releases"));
    git("init", "-q");
    const first = "## 0.1.0 - 2026-01-01\n\n### Added\n\n- Everything.\n";
    const one = commit("0.1.0", first, "First");
    commit("0.1.0", `## Unreleased\n\n- More.\n\n${first}`, "Between");
    const two = commit("0.2.0", `## Unreleased\n\n## 0.2.0 - 2026-02-01\n\n- More.\n\n${first}`, "Second");
    const run = () =>
      execFileSync(join(folder, ".ci/tag-releases"), {
        encoding: "utf8",
        env: { ...process.env, GIT_COMMITTER_NAME: "t", GIT_COMMITTER_EMAIL: "t@example.com" },
      });
    expect(run()).toBe(`v0.2.0 ${two}\nv0.1.0 ${one}\n`);
    expect(run()).toBe("");
    expect([git("rev-parse", "v0.1.0^{commit}"), git("rev-parse", "v0.2.0^{commit}")]).toEqual([one, two]);
    expect(git("tag", "-l", "--format=%(contents)", "v0.1.0")).toBe(
      "Terrace 0.1.0\n\n### Added\n\n- Everything.",
    );
  });
});
