import { execFile } from "node:child_process";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { readDatasetManifest } from "../../../src/dataset/dataset.ts";
import { locateTables } from "../../../src/dataset/locate-tables.ts";
import { listFiles, openFile } from "../../../src/importers/files/find-files.ts";
import { listZip, readMember } from "../../../src/importers/files/read-zip.ts";
import { unpackBudget } from "../../../src/importers/files/unpack.ts";
import { ImportFile } from "../../../src/importers/run/import-file.ts";
import { readParts } from "../../../src/importers/run/part-store.ts";
import { hostileWorkbook, oneCell, workbookTexts } from "../../support/data/hostile-workbook.ts";
import { temporaryDirectory } from "../../support/run/fixtures.ts";

const ENTRY = Buffer.from([0x50, 0x4b, 0x01, 0x02]);
/** Offsets of fields in a central directory entry. */
const CHECKSUM = 16;
const SIZE = 24;
const OFFSET = 42;

const textOf = (letter: string) => strToU8(letter.repeat(100_000));

/** The archive with one number of each directory entry changed by `change`. */
function forged(bytes: Uint8Array, field: number, change: (value: number, entry: number) => number): Buffer {
  const copy = Buffer.from(bytes);
  for (let at = copy.indexOf(ENTRY), i = 0; at >= 0; at = copy.indexOf(ENTRY, at + 4), i++) {
    copy.writeUInt32LE(change(copy.readUInt32LE(at + field), i), at + field);
  }
  return copy;
}

async function outcomes(name: string, bytes: Uint8Array): Promise<string[]> {
  const path = join(await temporaryDirectory(), name);
  await writeFile(path, bytes);
  return outcomesOf(path);
}

async function outcomesOf(path: string): Promise<string[]> {
  const found: string[] = [];
  for await (const one of openFile(path)) {
    found.push("file" in one ? `read ${one.file.path}` : one.unreadable.problem);
  }
  return found.map((line) => line.replace(path, path.split("/").at(-1)!));
}

describe("a gzip file", () => {
  it("that grows more than a hundredfold is given up before it takes the memory", async () => {
    // 256 MiB of zeros compress to 256 KiB.
    const bomb = gzipSync(Buffer.alloc(256 * 2 ** 20));
    expect(await outcomes("bomb.csv.gz", bomb)).toEqual([
      "bomb.csv.gz: unpacks to more than 67,108,864 bytes, more than 100 times its own size; extract it first",
    ]);
    expect(await outcomes("small.csv.gz", gzipSync(Buffer.alloc(2 ** 20, "a,b\n")))).toEqual([
      "read small.csv.gz",
    ]);
  });
});

describe("an archive", () => {
  it("that unpacks to more than it says is refused, member by member", async () => {
    const honest = zipSync({ "a.csv": textOf("y"), "b.csv": textOf("z") });
    const lie = forged(honest, SIZE, (size, i) => (i === 0 ? 10 : size));
    expect(await outcomes("lie.zip", lie)).toEqual([
      "lie.zip/a.csv: damaged archive: unpacks to more than the 10 bytes that its directory says",
      "read lie.zip/b.csv",
    ]);
  });

  it("that unpacks to less than it says is refused", async () => {
    const lie = forged(zipSync({ "a.csv": textOf("y") }), SIZE, (size) => size + 1);
    expect(await outcomes("lie.zip", lie)).toEqual([
      "lie.zip/a.csv: damaged archive: 100000 bytes, its directory says 100001",
    ]);
    const giant = forged(zipSync({ "a.csv": textOf("y") }), SIZE, () => 0x7fffffff);
    expect(await outcomes("giant.zip", giant)).toEqual(["giant.zip/a.csv: unpacks to 2,147,483,647 bytes"]);
  });

  it("whose content was changed is refused by its checksum", async () => {
    const bytes = Buffer.from(zipSync({ "a.csv": textOf("y") }, { level: 0 }));
    bytes[bytes.indexOf("yyyy") + 50_000] = 0x78;
    expect(await outcomes("rot.zip", bytes)).toEqual(["rot.zip/a.csv: damaged archive: checksum mismatch"]);
  });

  it("whose members share bytes is refused as a whole", async () => {
    const honest = zipSync({ "a.csv": textOf("y"), "b.csv": textOf("y"), "c.csv": textOf("y") });
    const first = forged(honest, OFFSET, () => 0);
    const found = await outcomes("shared.zip", first);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/^shared\.zip: damaged archive: "[abc]\.csv" and "[abc]\.csv" share bytes$/);
  });

  it("counts what is really unpacked over all archives inside it", () => {
    const inner = zipSync({ "a.csv": textOf("y"), "b.csv.gz": gzipSync(textOf("z")) });
    const bytes = zipSync({ "one.zip": inner, "two.zip": inner });
    const packed = 2 * (inner.byteLength + gzipSync(textOf("z")).byteLength);
    const readAll = (limit: number) => {
      const outer = new ImportFile("outer.zip", bytes, unpackBudget(limit));
      return outer.members().flatMap((one) => one.members().map(({ text }) => text.length));
    };
    expect(readAll(packed + 400_000)).toEqual([100_000, 100_000, 100_000, 100_000]);
    expect(() => readAll(packed + 399_999)).toThrow(
      /outer\.zip\/two\.zip\/b\.csv\.gz: its archive unpacks to more than/,
    );
    expect(() => new ImportFile("bomb.gz", gzipSync(textOf("y")), unpackBudget(99_999))).toThrow(
      /bomb\.gz: (cannot unpack|its archive unpacks to more than)/,
    );
  });

  it("counts the parts of the workbooks inside it, each workbook once however often it is asked", () => {
    const parts = { sheet: oneCell("A1"), sharedStrings: `<sst>${" ".repeat(100_000)}</sst>` };
    const book = hostileWorkbook(parts);
    const unpacked = Object.values(workbookTexts(parts)).reduce((sum, text) => sum + text.length, 0);
    const inner = zipSync({ "c.xlsx": book });
    const bytes = zipSync({ "a.xlsx": book, "b.xlsx.gz": gzipSync(book), "c.zip": inner });
    const needed = 3 * (book.byteLength + unpacked) + gzipSync(book).byteLength + inner.byteLength;
    const readAll = (limit: number) => {
      const [a, b, c] = new ImportFile("books.zip", bytes, unpackBudget(limit)).members();
      const books = [a, b, ...c.members()];
      return books.map((one) => [
        ...one.sheetNames,
        one.sheet("Data1"),
        one.sheetHeads().size,
        one.createdOn,
      ]);
    };
    expect(unpacked).toBeGreaterThan(100_000);
    expect(readAll(needed)).toEqual(Array(3).fill(["Data1", [[1]], 1, undefined]));
    expect(() => readAll(needed - 1)).toThrow(
      /books\.zip\/c\.zip\/c\.xlsx: its archive unpacks to more than/,
    );
    expect(() => readAll(needed - unpacked - 1)).toThrow(
      /books\.zip\/b\.xlsx\.gz: its archive unpacks to more/,
    );
  });

  it("counts a damaged workbook inside it once too, however many importers look at it", () => {
    const parts = { sheet: oneCell("A1") };
    const book = hostileWorkbook(parts);
    const unpacked = Object.values(workbookTexts(parts)).reduce((sum, text) => sum + text.length, 0);
    const budget = unpackBudget(book.byteLength + unpacked + 1);
    const damaged = forged(book, CHECKSUM, (sum) => (sum ^ 1) >>> 0);
    const [file] = new ImportFile("books.zip", zipSync({ "a.xlsx": damaged }), budget).members();
    for (let i = 0; i < 20; i++) expect(() => file.sheetNames).toThrow(/checksum mismatch/);
    expect(budget.bytesLeft).toBeGreaterThan(0);
  });

  it("is refused where its directory is nonsense, whatever byte is wrong", () => {
    const bytes = zipSync({ "a.csv": strToU8("x,y\n1,2\n"), "folder/b.csv": strToU8("p\n3\n") });
    let refused = 0;
    for (let at = 0; at < bytes.length; at++) {
      for (const value of [0, 0xff, bytes[at] ^ 1]) {
        const damaged = Uint8Array.from(bytes);
        damaged[at] = value;
        try {
          for (const member of listZip(damaged, "odd.zip"))
            readMember(damaged, "odd.zip", member, unpackBudget());
        } catch (error) {
          expect(error, `byte ${at} is ${value}`).toMatchObject({ code: "bad_dataset" });
          refused++;
        }
      }
    }
    expect(refused).toBeGreaterThan(bytes.length);
  });

  it("of the wide layout is read", () => {
    const text = strToU8("x,y\n1,2\n");
    const bytes = wideZip("wide.csv", text);
    expect(new ImportFile("wide.zip", bytes).members().map(({ path, text: found }) => [path, found])).toEqual(
      [["wide.zip/wide.csv", "x,y\n1,2\n"]],
    );
  });

  it("that is a workbook is bound in the same way", () => {
    const lie = forged(hostileWorkbook({ sheet: oneCell("A1") }), SIZE, () => 10);
    expect(() => new ImportFile("lie.xlsx", lie).sheetNames).toThrow(/lie\.xlsx\/.*: damaged archive/);
    const giant = forged(hostileWorkbook({ sheet: oneCell("A1") }), SIZE, () => 0x7ffffff);
    expect(() => new ImportFile("giant.xlsx", giant).sheetNames).toThrow(
      /giant\.xlsx: unpacks to .* the maximum is/,
    );
  });
});

describe("a folder to import", () => {
  it("gives its plain files only; links and pipes are named and left alone", async () => {
    const dir = await temporaryDirectory();
    const elsewhere = join(await temporaryDirectory(), "secret.csv");
    await writeFile(elsewhere, "secret\n");
    await mkdir(join(dir, "inner"));
    await writeFile(join(dir, "inner", "plain.csv"), "a\n1\n");
    await symlink(elsewhere, join(dir, "link.csv"));
    await symlink(join(elsewhere, ".."), join(dir, "linked-folder"));
    await promisify(execFile)("mkfifo", [join(dir, "pipe.csv")]);
    const found = [];
    for (const path of await listFiles([dir])) found.push(...(await outcomesOf(path)));
    expect(found.sort()).toEqual([
      "link.csv: it is a link; only regular files are read",
      "linked-folder: it is a link; only regular files are read",
      "pipe.csv: it is a named pipe; only regular files are read",
      "read plain.csv",
    ]);
    expect(await outcomesOf(join(dir, "pipe.csv"))).toHaveLength(1);
  });
});

describe("a dataset folder", () => {
  it("is refused when one of its files is a link or a pipe, and what a link points to is not shown", async () => {
    const secret = join(await temporaryDirectory(), "secret");
    await writeFile(secret, "hidden words\n");
    for (const name of ["companies.csv", "dataset.json"]) {
      for (const kind of ["link", "pipe"]) {
        const dir = await temporaryDirectory();
        if (kind === "link") await symlink(secret, join(dir, name));
        else await promisify(execFile)("mkfifo", [join(dir, name)]);
        const read = name === "dataset.json" ? readDatasetManifest(dir) : locateTables(dir);
        const expected = `${join(dir, name)} is a ${kind === "link" ? "link" : "named pipe"}; expected a plain file`;
        await expect(read).rejects.toMatchObject({ code: "bad_dataset", message: expected });
      }
    }
  });

  it("is none to add files to where its dataset.json is a link to nothing", async () => {
    const dir = await temporaryDirectory();
    await symlink(join(dir, "nothing"), join(dir, "dataset.json"));
    await expect(readParts(dir)).rejects.toMatchObject({ code: "bad_dataset" });
  });
});

/** A zip64 archive, whose sizes are in 64-bit fields, as streaming writers make them. */
function wideZip(name: string, text: Uint8Array): Uint8Array {
  const plain = Buffer.from(zipSync({ [name]: text }));
  const at = plain.indexOf(ENTRY);
  const end = plain.length - 22;
  const extra = Buffer.alloc(20);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(16, 2);
  extra.writeBigUInt64LE(BigInt(text.length), 4);
  const entry = Buffer.from(plain.subarray(at, end));
  extra.writeBigUInt64LE(BigInt(entry.readUInt32LE(20)), 12);
  entry.writeUInt32LE(0xffffffff, 20);
  entry.writeUInt32LE(0xffffffff, 24);
  entry.writeUInt16LE(extra.length, 30);
  return Buffer.concat([plain.subarray(0, at), entry, extra, plain.subarray(end)]);
}
