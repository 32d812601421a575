# Client of a Terrace server for Australian housing and public data. Needs base R and jsonlite.

#' A Terrace server. `at` is the id, tag or day of a snapshot; default: the current one.
terrace <- function(url = "http://127.0.0.1:8080", token = NULL, agent = "terrace-client-r/0.3.0",
                    timeout = 60, retries = 3, at = NULL) {
  structure(
    list(url = sub("/+$", "", url), token = token, agent = agent, timeout = timeout, retries = retries, at = at),
    class = "terrace"
  )
}

#' The same server at another snapshot.
terrace_at <- function(server, snapshot) {
  server$at <- snapshot
  server
}

#' Suburbs that satisfy a condition such as "price <= 900000 and state in (NSW, VIC)", as a data frame.
terrace_suburbs <- function(server, where = NULL, state = "AU", metrics = NULL, sort = NULL, limit = NULL) {
  if (!is.null(metrics)) metrics <- paste(metrics, collapse = ",")
  terrace_file(server, paste0("suburbs/", state), where = where, metrics = metrics, sort = sort, limit = limit)
}

#' The observations of an economic series, oldest first.
terrace_series <- function(server, key) terrace_file(server, paste0("series/", key))

#' The rows of a file below /v1, such as "drops/suburbs/VIC"; missing cells are NA.
terrace_file <- function(server, path, ...) {
  given <- Filter(Negate(is.null), list(...))
  pairs <- vapply(names(given), function(name) paste0(name, "=", .encoded(given[[name]])), "")
  query <- if (length(pairs)) paste0("?", paste(pairs, collapse = "&")) else ""
  address <- paste0("/v1/", paste(vapply(strsplit(path, "/")[[1]], .encoded, ""), collapse = "/"))
  columns <- fromJSON(.ask(server, paste0(address, ".meta.json", query)))$columns
  kinds <- ifelse(columns$type %in% c("int32", "int64", "float32", "float64"), "numeric", "character")
  rows <- read.csv(
    text = .ask(server, paste0(address, ".csv", query)), colClasses = setNames(kinds, columns$name),
    na.strings = "", check.names = FALSE, encoding = "UTF-8"
  )
  for (name in columns$name[columns$type == "bool"]) rows[[name]] <- rows[[name]] == "true"
  for (name in columns$name[columns$type == "date"]) rows[[name]] <- as.Date(rows[[name]])
  rows
}

#' Calls a method by its full name, "package.Service/Method"; the request is a list of fields.
terrace_call <- function(server, method, request = list()) {
  message <- if (length(request)) toJSON(request, auto_unbox = TRUE, digits = NA) else "{}"
  query <- paste0("?connect=v1&encoding=json&message=", .encoded(message))
  fromJSON(.ask(server, paste0("/", sub("^/", "", method), query)), simplifyDataFrame = FALSE)
}

#' Everything about one suburb.
terrace_profile <- function(server, sal_code) {
  terrace_call(server, "shorts.v1alpha1.HousingService/GetSuburbProfile", list(salCode = sal_code))
}

#' Values of metrics as a data frame in the order of the state's suburbs, NA for missing values.
terrace_columns <- function(server, metrics, state = "AU") {
  answer <- terrace_call(
    server, "shorts.v1alpha1.HousingService/GetSuburbMetricColumns",
    list(stateCode = state, metricKeys = as.list(metrics))
  )
  found <- lapply(answer$columns, function(column) {
    values <- as.numeric(unlist(column$values))
    values[.bits(column$nullMask, length(values))] <- NA
    values
  })
  names(found) <- vapply(answer$columns, function(column) column$metricKey, "")
  as.data.frame(found, check.names = FALSE)
}

#' A logical vector in the order of terrace_columns: suburbs that satisfy list(price = c(NA, 900000)).
terrace_mask <- function(server, predicates, state = "AU") {
  ranges <- lapply(names(predicates), function(key) {
    bounds <- as.list(setNames(predicates[[key]], c("min", "max")))
    list(range = c(list(metricKey = key), Filter(Negate(is.na), bounds)))
  })
  request <- list(stateCode = state, filter = list(allOf = list(expressions = ranges)))
  answer <- terrace_call(server, "terrace.v1.ExplorerService/Explore", request)
  .bits(answer$matchMask, if (is.null(answer$totalCount)) 0 else answer$totalCount)
}

#' Lists the snapshots that `at` accepts.
terrace_snapshots <- function(server) fromJSON(.ask(server, "/v1/snapshots"))

.encoded <- function(text) URLencode(as.character(text), reserved = TRUE)

# The first `count` bits of a base64 mask, least significant bit first.
.bits <- function(packed, count) {
  if (count == 0) return(logical(0))
  held <- if (is.null(packed) || packed == "") raw(0) else base64_dec(packed)
  bits <- as.logical(rawToBits(held))
  c(bits, rep(FALSE, max(0, count - length(bits))))[seq_len(count)]
}

# Fetches a path; returns the response text. Retries 429, 502, 503 and 504; other errors have the server's message.
.ask <- function(server, path) {
  prefix <- if (is.null(server$at)) "" else paste0("/at/", .encoded(server$at))
  address <- paste0(server$url, prefix, path)
  headers <- c("User-Agent" = server$agent)
  if (!is.null(server$token)) headers <- c(headers, Authorization = paste("Bearer", server$token))
  for (left in server$retries:0) {
    got <- .get(address, headers, server$timeout)
    if (got$status == 200) return(got$text)
    if (!(got$status %in% c(429, 502, 503, 504)) || left == 0) break
    wait <- suppressWarnings(as.numeric(got$retry_after))
    if (length(wait) != 1 || is.na(wait)) wait <- 0.25 * 2^(server$retries - left)
    if (wait > 60) break
    Sys.sleep(wait)
  }
  told <- tryCatch(fromJSON(got$text), error = function(problem) list(message = got$text))
  stop(errorCondition(
    paste0(if (is.null(told$code)) "" else paste0(told$code, ": "), told$message),
    class = "terrace_error", code = told$code, status = got$status, call = NULL
  ))
}

# One GET. R's own url() hides the body of error responses, so plain HTTP goes over a socket.
.get <- function(address, headers, timeout) {
  parts <- regmatches(address, regexec("^http://([^/:]+)(:([0-9]+))?(/.*)$", address))[[1]]
  if (length(parts) == 0) return(.get_over_tls(address, headers, timeout))
  port <- if (parts[4] == "") 80L else as.integer(parts[4])
  connection <- tryCatch(
    suppressWarnings(socketConnection(parts[2], port, open = "r+b", blocking = TRUE, timeout = timeout)),
    error = function(problem) stop(errorCondition(
      paste0("unavailable: ", parts[2], ":", port, " does not answer"), class = "terrace_error",
      code = "unavailable", call = NULL
    ))
  )
  on.exit(close(connection))
  lines <- c(
    paste("GET", parts[5], "HTTP/1.1"), paste0("Host: ", parts[2], parts[3]), "Connection: close",
    "Accept-Encoding: identity", paste0(names(headers), ": ", headers), "", ""
  )
  writeBin(charToRaw(paste(lines, collapse = "\r\n")), connection)
  pieces <- list()
  repeat {
    piece <- readBin(connection, "raw", 65536)
    if (length(piece) == 0) break
    pieces[[length(pieces) + 1]] <- piece
  }
  .parsed(do.call("c", pieces))
}

.parsed <- function(bytes) {
  ends <- which(bytes == as.raw(13))
  ends <- ends[ends + 3 <= length(bytes)]
  end <- ends[bytes[ends + 1] == as.raw(10) & bytes[ends + 2] == as.raw(13)][1]
  head <- strsplit(rawToChar(bytes[seq_len(end - 1)]), "\r\n", fixed = TRUE)[[1]]
  body <- bytes[-seq_len(end + 3)]
  named <- function(name) {
    line <- grep(paste0("^", name, ":"), head, ignore.case = TRUE, value = TRUE)
    if (length(line)) trimws(sub("^[^:]*:", "", line[1])) else NULL
  }
  if (identical(tolower(named("transfer-encoding")), "chunked")) body <- .unchunked(body)
  text <- rawToChar(body)
  Encoding(text) <- "UTF-8"
  list(status = as.integer(substr(head[1], 10, 12)), text = text, retry_after = named("retry-after"))
}

.unchunked <- function(body) {
  pieces <- list()
  at <- 1
  repeat {
    end <- at
    while (body[end] != as.raw(13)) end <- end + 1
    size <- strtoi(rawToChar(body[at:(end - 1)]), 16L)
    if (size == 0) break
    pieces[[length(pieces) + 1]] <- body[(end + 2):(end + 1 + size)]
    at <- end + 2 + size + 2
  }
  do.call("c", pieces)
}

.get_over_tls <- function(address, headers, timeout) {
  old <- options(timeout = timeout)
  on.exit(options(old))
  tryCatch(
    {
      connection <- url(address, open = "rb", method = "libcurl", headers = headers)
      on.exit(close(connection), add = TRUE)
      list(status = 200L, text = paste(readLines(connection, warn = FALSE, encoding = "UTF-8"), collapse = "\n"))
    },
    warning = function(problem) {
      status <- regmatches(conditionMessage(problem), regexpr("[0-9]{3}(?=')", conditionMessage(problem), perl = TRUE))
      list(status = if (length(status)) as.integer(status) else 503L, text = conditionMessage(problem))
    }
  )
}
