import { chromium } from 'playwright'

/** Renders an SVG in these sizes; returns PNG files by size, with a transparent background. */
export async function drawSvg(svg, sizes) {
  const browser = await chromium.launch({ executablePath: process.env.PARLEY_CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage()
    const pictures = new Map()
    for (const size of sizes) {
      await page.setViewportSize({ width: size, height: size })
      await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${svg}`)
      pictures.set(size, await page.screenshot({ omitBackground: true }))
    }
    return pictures
  } finally {
    await browser.close()
  }
}
