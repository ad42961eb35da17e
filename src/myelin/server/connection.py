"""The connection to one client: reads its lines, answers each request once, and ends."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable
from functools import partial
from queue import Empty, SimpleQueue

from myelin.kernel.errors import where
from myelin.server import messages, streams
from myelin.server.descriptors import Wire, write_all
from myelin.server.lines import read_lines
from myelin.server.messages import Message, NotificationLine, Refused, RequestId, RequestLine
from myelin.server.protocol import CLOSED, INTERNAL_ERROR, Refusal
from myelin.server.requests import Call, Requests, in_era
from myelin.server.workers import Workers

# Open requests of a client that closed its end are still answered for this long.
_ANSWER_S = 1.0
_POLL_S = 0.25
_IDLE_POLLS = 20
# At this many open requests, reading pauses until one is answered.
_UNANSWERED_MAX = 256
# Calls run at once; what waits beyond them is bounded by the open requests.
_THREADS_MAX = 40
_CANCELLED = "notifications/cancelled"
_STOPPED = Refusal(CLOSED, "The server ended before the call did; the call may have taken effect.")
_log = logging.getLogger("myelin.server")


class _Open:
    """A request without an answer yet: the first to take it answers it, or cancels it."""

    __slots__ = ("call", "id", "is_cancelled", "is_taken")

    def __init__(self, request_id: RequestId | None) -> None:
        self.id = request_id
        self.call: Call | None = None
        self.is_taken = False
        self.is_cancelled = False


class Connection:
    """The requests of one client, those without an answer yet, and the end of the connection.

    One thread reads, one writes, and calls run in worker threads; the thread that serves watches.
    """

    def __init__(
        self,
        wire: Wire,
        parent_id: int,
        requests: Requests,
        *,
        when_idle: Callable[[], None],
        when_leaving: Callable[[], None],
    ) -> None:
        self._wire = wire
        self._parent_id = parent_id
        self._requests = requests
        self._when_idle = when_idle
        self._when_leaving = when_leaving
        self._workers = Workers(_THREADS_MAX)
        self._room = threading.Semaphore(_UNANSWERED_MAX)
        # Bounded by the open requests, and by one waiting copy of each notification.
        self._outgoing: SimpleQueue[tuple[bytes, bool] | None] = SimpleQueue()
        # Safe to use in a signal handler, unlike an event.
        self._leave_asked: SimpleQueue[None] = SimpleQueue()
        # Guards what follows; notified when a request is settled.
        self._state = threading.Condition()
        self._open: set[_Open] = set()
        self._latest: dict[RequestId, _Open] = {}
        self._streams = streams.Streams()
        self._notified: set[bytes] = set()
        self._received = 0
        self._is_leaving = False
        self._is_tending = False

    def serve(self) -> None:
        """Serve until the client closes its end, `leave` is called, or the parent is gone."""
        writer = threading.Thread(target=self._write, name="writer", daemon=True)
        writer.start()
        threading.Thread(target=self._read, name="reader", daemon=True).start()
        seen, polls = 0, 0
        # Not PR_SET_PDEATHSIG: that fires when the thread that started us ends, and hosts
        # start servers from threads.
        while not self._is_asked_to_leave(_POLL_S) and os.getppid() == self._parent_id:
            polls = polls + 1 if seen == self._received else 0
            seen = self._received
            if polls and polls % _IDLE_POLLS == 0:
                self._tend()
        self._finish(writer)

    def leave(self) -> None:
        """Ask the connection to answer the open requests and end; any thread or signal may."""
        self._leave_asked.put(None)

    def notify(self, method: str) -> None:
        """Tell the client: in the handshake era, and on each stream that asked for it."""
        with self._state:
            told = [messages.notification_line(method, p) for p in self._streams.addressed(method)]
        if self._requests.is_initialized:
            told.append(messages.notification_line(method))
        for line in told:
            self._send_notification(line)

    def _is_asked_to_leave(self, timeout_s: float) -> bool:
        try:
            self._leave_asked.get(timeout=timeout_s)
        except Empty:
            return False
        return True

    def _read(self) -> None:
        """Read messages until the input ends, in a thread: a read cannot be interrupted."""
        try:
            for line in read_lines(partial(os.read, self._wire.input_fd)):
                message = messages.parse(line)
                if message is not None:
                    self._receive(message)
        except OSError:
            pass  # The terminal or pipe is gone: the same as the end of the input.
        finally:
            self.leave()

    def _receive(self, message: Message) -> None:
        self._received += 1
        if isinstance(message, RequestLine):
            request = self._opened(message.id)
            if request is not None:
                self._attempt(request, partial(self._begin, message, request))
        elif isinstance(message, Refused):
            request = self._opened(message.id)
            if request is not None:
                self._answer(request, messages.error_line(message.id, message.refusal))
        elif isinstance(message, NotificationLine) and message.method == _CANCELLED:
            self._cancel((message.params or {}).get("requestId"))

    def _opened(self, request_id: RequestId | None) -> _Open | None:
        """Return a new open request, or None if the connection is ending."""
        self._room.acquire()
        request = _Open(request_id)
        with self._state:
            if self._is_leaving:
                return None
            self._open.add(request)
            if request_id is not None:
                self._latest[_key(request_id)] = request
        return request

    def _begin(self, message: RequestLine, request: _Open) -> bytes | None:
        """Return the line that answers a request, or None if it is answered later."""
        call = self._requests.accept(message.method, message.params)
        request.call = call
        if message.method == streams.LISTEN:
            asked = call.row.run(call.params, call.client)
            with self._state:
                self._streams.check_room()
                told = self._streams.open(request, message.id, asked)
            self._send_notification(messages.notification_line(streams.ACKNOWLEDGED, told))
            return None
        if call.row.waits:
            begins = not self._workers.is_full
            self._workers.submit(partial(self._run, request, message.id, call, begins=begins))
            return None
        return messages.answer_line(message.id, call.result())

    def _run(self, request: _Open, request_id: RequestId, call: Call, *, begins: bool) -> None:
        # Only a call that waited for a thread can be cancelled before it has begun.
        if begins or not request.is_taken:
            self._attempt(request, lambda: messages.answer_line(request_id, call.result()))
        if request.is_cancelled:
            # Only now, so that cancelled calls which still run are bounded as well.
            self._room.release()

    def _attempt(self, request: _Open, work: Callable[[], bytes | None]) -> None:
        """Answer a request with the line that work returns, or with the error that it raises."""
        try:
            line = work()
        except Refusal as refusal:
            line = messages.error_line(request.id, refusal)
        except Exception as error:
            _log.error("failed: %s", where(error))
            internal = Refusal(INTERNAL_ERROR, "Something failed inside Myelin.")
            line = messages.error_line(request.id, internal)
        if line is not None:
            self._answer(request, line)

    def _answer(self, request: _Open, line: bytes) -> None:
        """Answer a request, unless it was cancelled or answered before."""
        with self._state:
            if self._take(request):
                self._outgoing.put((line, True))

    def _take(self, request: _Open) -> bool:
        """Return whether nobody took the request before; the caller holds the state."""
        if request.is_taken:
            return False
        request.is_taken = True
        self._streams.close(request)
        self._open.discard(request)
        if request.id is not None and self._latest.get(_key(request.id)) is request:
            del self._latest[_key(request.id)]
        self._state.notify_all()
        return True

    def _cancel(self, request_id: object) -> None:
        """Leave the newest request of an id without an answer; work that has begun ends."""
        if not isinstance(request_id, int | str) or isinstance(request_id, bool):
            return
        with self._state:
            request = self._latest.get(_key(request_id))
            if request is None:
                return
            is_stream = request in self._streams
            request.is_cancelled = self._take(request)
        if is_stream:
            self._room.release()

    def _send_notification(self, line: bytes) -> None:
        with self._state:
            # A copy that still waits says the same.
            if line in self._notified:
                return
            self._notified.add(line)
        self._outgoing.put((line, False))

    def _write(self) -> None:
        is_broken = False
        while (item := self._outgoing.get()) is not None:
            line, is_answer = item
            if not is_answer:
                with self._state:
                    self._notified.discard(line)
            try:
                if not is_broken:
                    write_all(self._wire.output_fd, line)
            except OSError:
                is_broken = True
                self.leave()
            if is_answer:
                self._room.release()

    def _tend(self) -> None:
        """Do what waits for an idle moment, unless a request is open or it is being done."""
        with self._state:
            is_busy = self._is_tending or len(self._open) > len(self._streams)
            self._is_tending = self._is_tending or not is_busy
        if not is_busy:
            self._workers.submit(self._tended)

    def _tended(self) -> None:
        try:
            self._when_idle()
        except Exception as error:
            _log.error("failed: %s", where(error))
        with self._state:
            self._is_tending = False

    def _finish(self, writer: threading.Thread) -> None:
        """Answer what is open, as far as the time allows, and wait for calls and answers to end."""
        self._when_leaving()
        with self._state:
            self._is_leaving = True
            listening = [each for each in self._open if each in self._streams]
        for request in listening:
            self._attempt(request, partial(_stream_ended, request))
        with self._state:
            self._state.wait_for(lambda: not self._open, _ANSWER_S)
            late = list(self._open)
        for request in late:
            self._answer(request, messages.error_line(request.id, _STOPPED))
        self._outgoing.put(None)
        writer.join()
        self._workers.wait()


def _stream_ended(request: _Open) -> bytes | None:
    """Return the answer that ends a stream."""
    if request.call is None or request.id is None:
        return None
    result = in_era(streams.closing(request.id), request.call.client.version, None)
    return messages.answer_line(request.id, result)


def _key(request_id: RequestId) -> RequestId:
    """Return the form in which a cancelled id is compared: some clients send `7` for `"7"`."""
    return int(request_id) if isinstance(request_id, str) and _is_number(request_id) else request_id


def _is_number(value: str) -> bool:
    return value.isascii() and value.isdigit() and len(value) <= 18
