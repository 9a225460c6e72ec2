import { rm } from 'node:fs/promises'
import path from 'node:path'

/** Takes out of the unpacked app what came with an unpacked Electron: the app that it shows when it has no other. */
export default async function afterPack({ appOutDir, electronPlatformName, packager }) {
  const resources =
    electronPlatformName === 'darwin'
      ? path.join(appOutDir, `${packager.appInfo.productFilename}.app`, 'Contents', 'Resources')
      : path.join(appOutDir, 'resources')
  await rm(path.join(resources, 'default_app.asar'), { force: true })
}
