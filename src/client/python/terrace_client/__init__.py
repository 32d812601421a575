"""Client of a Terrace server for Australian housing and public data. Needs only the standard library."""

import base64
import csv
import io
import json
import time
import urllib.error
import urllib.parse
import urllib.request

__all__ = ["Terrace", "TerraceError"]
__version__ = "0.3.0"

_HOUSING = "shorts.v1alpha1.HousingService"
_RETRIED = (429, 502, 503, 504)
_LONGEST_WAIT_S = 60


class TerraceError(Exception):
    """An error answer of the server, with its code and message."""

    def __init__(self, code, message, status=None):
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.status = status


class Terrace:
    """A Terrace server, at its current snapshot or another one: see ``at``."""

    def __init__(
        self,
        url="http://127.0.0.1:8080",
        token=None,
        agent=f"terrace-client-python/{__version__}",
        timeout=60,
        retries=3,
        at=None,
    ):
        self.url = url.rstrip("/")
        self._options = {"token": token, "agent": agent, "timeout": timeout, "retries": retries}
        self._at = at

    def at(self, snapshot):
        """A client for one snapshot, named by its id, its tag, or a day such as "2026-06-30"."""
        return Terrace(self.url, at=snapshot, **self._options)

    def call(self, method, request=None, **fields):
        """Calls a method by its full name, "package.Service/Method"; request fields are keyword arguments."""
        body = json.dumps({**(request or {}), **fields}).encode()
        answer = self._ask("/" + method.lstrip("/"), body, {"content-type": "application/json"})
        return json.loads(answer)

    def suburbs(self, where=None, state="AU", metrics=None, sort=None, limit=None):
        """Suburbs that satisfy a condition such as "price <= 900000 and state in (NSW, VIC)"."""
        return self.file(
            f"suburbs/{state}",
            where=where,
            metrics=None if metrics is None else ",".join(metrics),
            sort=sort,
            limit=limit,
        )

    def series(self, key):
        """The observations of an economic series, oldest first."""
        return self.file(f"series/{key}")

    def file(self, path, **parameters):
        """The rows of a file below /v1, such as "drops/suburbs/VIC"; ``files`` lists them."""
        given = {name: value for name, value in parameters.items() if value is not None}
        query = f"?{urllib.parse.urlencode(given)}" if given else ""
        address = f"/v1/{urllib.parse.quote(path)}"
        columns = json.loads(self._ask(f"{address}.meta.json{query}"))["columns"]
        return _rows(self._ask(f"{address}.csv{query}").decode(), {one["name"]: one["type"] for one in columns})

    def files(self):
        """Lists the files that ``file`` can read, with titles and parameters."""
        return json.loads(self._ask("/v1"))["files"]

    def profile(self, sal_code):
        """Everything about one suburb."""
        return self.call(f"{_HOUSING}/GetSuburbProfile", salCode=sal_code)

    def columns(self, metrics, state="AU"):
        """Values by metric: a list in the order of the state's suburbs, with None for missing values."""
        request = {"stateCode": state, "metricKeys": list(metrics)}
        answer = self.call(f"{_HOUSING}/GetSuburbMetricColumns", request)
        found = {}
        for column in answer.get("columns", []):
            values = column.get("values", [])
            unknown = _bits(column.get("nullMask", ""), len(values))
            found[column["metricKey"]] = [None if gone else value for value, gone in zip(values, unknown)]
        return found

    def mask(self, predicates, state="AU"):
        """A list of booleans, in the order of ``columns``: suburbs that satisfy {"price": (None, 900000)}."""
        ranges = [
            {"range": {"metricKey": key, **{end: at for end, at in zip(("min", "max"), bounds) if at is not None}}}
            for key, bounds in predicates.items()
        ]
        request = {"stateCode": state, "filter": {"allOf": {"expressions": ranges}}}
        answer = self.call("terrace.v1.ExplorerService/Explore", request)
        return _bits(answer.get("matchMask", ""), answer.get("totalCount", 0))

    def table(self, name):
        """A whole table of the snapshot as a DataFrame; needs pandas and pyarrow. ``catalog`` lists the tables."""
        import pandas

        return pandas.read_parquet(io.BytesIO(self._ask(f"/v1/tables/{urllib.parse.quote(name)}.parquet")))

    def catalog(self):
        """Every table of the snapshot with its columns, size and checksum."""
        return json.loads(self._ask("/v1/catalog.json"))

    def outlines(self, state="AU"):
        """Outlines of suburbs: a GeoDataFrame if geopandas is installed, otherwise GeoJSON."""
        found = json.loads(self._ask(f"/v1/outlines/{urllib.parse.quote(state)}.geojson"))
        try:
            import geopandas
        except ImportError:
            return found
        return geopandas.GeoDataFrame.from_features(found["features"], crs="EPSG:4326")

    def snapshots(self):
        """Lists the snapshots that ``at`` accepts."""
        return json.loads(self._ask("/v1/snapshots"))

    def changes(self, since=None, kind=None, key=None):
        """Yields what publications changed, with old and new values, oldest first; fetches page by page."""
        given = {"since": since, "kind": kind, "key": key}
        while True:
            query = urllib.parse.urlencode({name: value for name, value in given.items() if value is not None})
            page = json.loads(self._ask(f"/v1/changes.json?{query}"))
            yield from page.get("changes", [])
            if not page.get("next_cursor"):
                return
            given["cursor"] = page["next_cursor"]

    def _ask(self, path, body=None, headers=None):
        prefix = "" if self._at is None else f"/at/{urllib.parse.quote(self._at, safe='')}"
        sent = {"user-agent": self._options["agent"], **(headers or {})}
        if self._options["token"]:
            sent["authorization"] = f"Bearer {self._options['token']}"
        tries = self._options["retries"] + 1
        for left in range(tries - 1, -1, -1):
            request = urllib.request.Request(f"{self.url}{prefix}{path}", data=body, headers=sent)
            try:
                with urllib.request.urlopen(request, timeout=self._options["timeout"]) as answer:
                    return answer.read()
            except urllib.error.HTTPError as error:
                problem = _problem(error)
                if left == 0 or error.code not in _RETRIED:
                    raise problem from None
                wait = _seconds(error.headers.get("retry-after"), tries - left)
                if wait > _LONGEST_WAIT_S:
                    raise problem from None
            except (urllib.error.URLError, ConnectionError, TimeoutError) as error:
                if left == 0:
                    raise TerraceError("unavailable", f"{self.url}: {error}") from error
                wait = _seconds(None, tries - left)
            time.sleep(wait)


def _problem(error):
    text = error.read().decode("utf-8", "replace")
    try:
        told = json.loads(text)
        return TerraceError(told.get("code", "unknown"), told.get("message", text), error.code)
    except ValueError:
        return TerraceError("unknown", text[:200] or error.reason, error.code)


def _seconds(named, attempt):
    try:
        return max(0.0, float(named))
    except (TypeError, ValueError):
        return 0.25 * 2**attempt


def _bits(packed, count):
    """The first `count` bits of a base64 mask as booleans, least significant bit first."""
    held = base64.b64decode(packed)
    return [i >> 3 < len(held) and held[i >> 3] >> (i & 7) & 1 == 1 for i in range(count)]


_WHOLE = ("int32", "int64", "integer")
_NUMBERS = ("float32", "float64", "number", *_WHOLE)


def _rows(text, types):
    """Parses CSV into a DataFrame with the server's column types; without pandas into dictionaries."""
    try:
        import pandas
    except ImportError:
        return [{name: _cell(cell, types.get(name)) for name, cell in row.items()} for row in csv.DictReader(io.StringIO(text))]
    days = [name for name, kind in types.items() if kind in ("date", "timestamp")]
    kinds = {name: str for name, kind in types.items() if kind not in _NUMBERS and kind != "bool" and name not in days}
    return pandas.read_csv(io.StringIO(text), dtype=kinds, parse_dates=days, keep_default_na=False, na_values=[""])


def _cell(cell, kind):
    if cell == "":
        return None
    if kind == "bool":
        return cell == "true"
    if kind in _WHOLE:
        return int(cell)
    return float(cell) if kind in _NUMBERS else cell
