import { join } from "node:path";
import { LRUCache } from "lru-cache";
import { badSnapshot } from "../../runtime/errors.ts";
import { PAGES_FOLDER } from "../../snapshot/manifest/manifest.ts";
import { PAGES_SUFFIX } from "../../snapshot/pages/page-format.ts";
import type { StoredColumn } from "./column-memory.ts";
import type { Page } from "./page.ts";
import { PageFile, type PostedPageFile } from "./page-file.ts";

/** Pages of at least this many bytes are cached, up to `KEPT_BYTES` in the process. */
const LARGE_PAGE_BYTES = 32 * 1024;
const KEPT_BYTES = 16 * 1024 * 1024;

/** The pages of one snapshot, by set and key. */
export class PageStore {
  readonly #files: ReadonlyMap<string, PageFile>;
  readonly #kept: LRUCache<string, Page>;

  private constructor(files: ReadonlyMap<string, PageFile>, threads: number) {
    this.#files = files;
    const maxSize = Math.floor(KEPT_BYTES / threads);
    this.#kept = new LRUCache({ maxSize, sizeCalculation: (page) => page.byteLength });
  }

  /** Opens every set of a snapshot; the files may be deleted afterwards. */
  static open(directory: string, names: readonly string[], threads = 1): PageStore {
    const files = new Map<string, PageFile>();
    try {
      for (const name of names) {
        files.set(name, PageFile.open(join(directory, PAGES_FOLDER, `${name}${PAGES_SUFFIX}`)));
      }
    } catch (error) {
      for (const file of files.values()) file.close();
      throw error;
    }
    return new PageStore(files, threads);
  }

  /** Opens what another of `threads` threads has posted; each caches its share of large pages. */
  static fromPosted(posted: ReadonlyMap<string, PostedPageFile>, threads = 1): PageStore {
    return new PageStore(
      new Map(Array.from(posted, ([name, one]) => [name, PageFile.fromPosted(one)])),
      threads,
    );
  }

  /** Form for another thread: every set, or the named ones. */
  posted(names: readonly string[] = [...this.#files.keys()]): ReadonlyMap<string, PostedPageFile> {
    return new Map(names.map((name) => [name, this.#file(name).posted()]));
  }

  /** The page of a key in a set; undefined for an unknown key. Caches large pages. */
  find(set: string, key: string): Page | undefined {
    const file = this.#file(set);
    const name = `${set} ${key}`;
    const kept = this.#kept.get(name);
    if (kept !== undefined) return kept;
    const page = file.find(key);
    if (page !== undefined && page.byteLength >= LARGE_PAGE_BYTES) this.#kept.set(name, page);
    return page;
  }

  /** Like `find` without the cache, for a reader that keeps what it reads. */
  readOnce(set: string, key: string): Page | undefined {
    return this.#file(set).find(key);
  }

  /** A column of a column set; undefined for an unknown name. */
  column(set: string, name: string): StoredColumn | undefined {
    return this.#file(set).column(name);
  }

  /** False if the snapshot is older than the set. */
  has(set: string): boolean {
    return this.#files.has(set);
  }

  /** Shares the columns of these sets with threads that get them from now on; skips missing sets. */
  shareColumns(sets: readonly string[]): void {
    for (const set of sets) this.#files.get(set)?.shareColumns();
  }

  #file(set: string): PageFile {
    const file = this.#files.get(set);
    if (file !== undefined) return file;
    const why = "it was built by another version of Terrace; build it again";
    throw badSnapshot(`the snapshot has no pages "${set}": ${why}`);
  }

  /** Name of a set with a page that some thread failed to read since opening; undefined if there is none. */
  damaged(): string | undefined {
    for (const [name, file] of this.#files) if (file.isDamaged) return name;
    return undefined;
  }

  /** Number of keys in a set; 0 for a missing set. */
  count(set: string): number {
    return this.#files.get(set)?.count ?? 0;
  }

  close(): void {
    for (const file of this.#files.values()) file.close();
  }
}
