import { defineConfig } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";

// One file: the page travels with its game, and asks for nothing.
export default defineConfig({
  plugins: [viteSingleFile({ removeViteModuleLoader: true })],
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: { outDir: "../../../build/table", emptyOutDir: true, target: "es2022", modulePreload: false },
});
