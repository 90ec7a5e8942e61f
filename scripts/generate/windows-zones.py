"""Write src/base/time/windows-zones.ts from the supplemental/windowsZones.json of cldr-json (package cldr-core).

Run as: python3 scripts/generate/windows-zones.py windowsZones.json > src/base/time/windows-zones.ts
"""

import json
import sys

HEAD = '''/**
 * Time zones of Windows with the IANA zone of their main territory, as `name=zone`. Generated from CLDR {version} by
 * scripts/generate/windows-zones.py, not to be edited.
 */
export const windowsZones = `'''


def main():
    with open(sys.argv[1], encoding='utf-8') as file:
        supplemental = json.load(file)['supplemental']
    zones = [entry['mapZone'] for entry in supplemental['windowsZones']['mapTimezones']]
    lines = sorted(f"{zone['_other']}={zone['_type']}" for zone in zones if zone['_territory'] == '001')
    version = supplemental['version']['_cldrVersion']
    print(HEAD.format(version=version) + '\n'.join(lines) + '`')


main()
