/** Work in the background of a process that ends. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { createApplicationPassword } from '../../../src/calendar/users/application-passwords.ts'
import { createServices } from '../../../src/process-services.ts'
import { SPLIT_ENGINES } from '../../helper/engines.ts'
import { createFileForm } from '../../helper/http/upload-body.ts'
import { createImage } from '../../helper/media/draw-image.ts'
import { startService } from '../../helper/service.ts'

for (const engine of SPLIT_ENGINES) {
  describe(`Closing the services on ${engine.name}`, () => {
    test('A command that ends after a write does not read settings from the closed database', async (context) => {
      const service = await startService({ engine })
      context.after(() => service.stop())
      const form = createFileForm({}, await createImage(40, 30))
      const logo = (await service.send('POST', '/media', { as: 'admin', ...form })).json.id
      const changed = await service.send('PATCH', '/settings', { as: 'admin', json: { name: 'Town', logo } })
      assert.equal(changed.status, 200, changed.text)
      const errors: unknown[] = []
      for (let times = 0; times < 5; times++) {
        const command = await createServices(service.config, Date.now, (error) => errors.push(error))
        await createApplicationPassword(command, service.ids.author, { name: `app ${times}` })
        await command.close()
        await setTimeout(10)
      }
      assert.deepEqual(errors, [])
    })
  })
}
