"""Expand calendars with recurring-ical-events, an implementation that shares no code with the service.

Reads a JSON list of calendars, and prints a JSON list with the lines `start end title` of the occurrences of each one.
Times are in UTC; those without a zone are in New York.
"""

import json
import sys
from datetime import datetime, timedelta, timezone

import icalendar
import recurring_ical_events
from dateutil import tz

NEW_YORK = tz.gettz('America/New_York')


def moment(value):
    if not isinstance(value, datetime):
        return value.isoformat()
    aware = value if value.tzinfo else value.replace(tzinfo=NEW_YORK)
    return aware.astimezone(timezone.utc).strftime('%Y-%m-%d %H:%M')


def describe(event):
    start, end = event['DTSTART'].dt, event['DTEND'].dt
    if not isinstance(start, datetime):
        end -= timedelta(days=1)
    return f"{moment(start)} to {moment(end)} {event['SUMMARY']}"


def expand(text):
    calendar = icalendar.Calendar.from_ical(text)
    events = recurring_ical_events.of(calendar).between((2026, 1, 1), (2034, 1, 1))
    return sorted(describe(event) for event in events)


json.dump([expand(text) for text in json.load(sys.stdin)], sys.stdout)
