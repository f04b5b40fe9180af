import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** n8n's editor, operated by clicks. Elements are found by n8n's own test ids, the same in each tested version. */
export class Editor {
  readonly page: Page;
  readonly #origin: string;

  constructor(page: Page) {
    this.page = page;
    this.#origin = new URL(page.url()).origin;
  }

  /** Presses "Open workspace" on the dashboard. @returns the new tab, signed in. */
  static async open(dashboard: Page, accountName: string): Promise<Editor> {
    const [page] = await Promise.all([
      dashboard.waitForEvent('popup'),
      dashboard.getByRole('button', { name: 'Open workspace' }).click(),
    ]);
    await page.waitForURL((url) => url.hostname === `${accountName}.localhost`);
    // Dismisses n8n's one-time explanations, such as what publishing means.
    await page.addLocatorHandler(page.getByRole('button', { name: 'Got it' }), (button) => button.click());
    const editor = new Editor(page);
    await expect(editor.part('main-sidebar-settings')).toBeVisible();
    return editor;
  }

  part(testId: string): Locator {
    return this.page.getByTestId(testId);
  }

  async goto(path: string): Promise<void> {
    await this.page.goto(this.#origin + path);
  }

  /** @returns the response to a request from the page, signed in as its person. */
  read(path: string): Promise<unknown> {
    return this.page.evaluate(async (address) => (await fetch(address)).json(), path);
  }

  /** Builds a webhook workflow from the empty start page; its response is what the code node returns. */
  async buildWorkflow(workflow: { name: string; path: string; code: string }): Promise<void> {
    await this.page.getByText('Build a workflow').click();
    await this.part('canvas-plus-button').click();
    await this.#chooseNode('webhook', 'Webhook');
    await this.part('parameter-input-path').locator('input').fill(workflow.path);
    await this.part('parameter-input-responseMode').click();
    await this.page.getByRole('option', { name: /^When Last Node Finishes/ }).click();
    await this.#closeNode();

    await this.part('canvas-handle-plus').click();
    await this.#chooseNode('code', 'Code');
    await this.part('node-creator-item-name')
      .filter({ hasText: /^Code in JavaScript$/ })
      .click();
    await this.#fillCode(workflow.code);
    await this.#closeNode();

    await this.part('workflow-name-input').click();
    await this.page.keyboard.press('ControlOrMeta+A');
    await this.page.keyboard.type(workflow.name);
    await this.page.keyboard.press('Enter');
    await expect(this.part('workflow-name-input')).toContainText(workflow.name);
  }

  /** Opens the Code node on the canvas and replaces its code. */
  async changeCode(code: string): Promise<void> {
    await this.#openCodeNode();
    await this.#fillCode(code);
    await this.#closeNode();
  }

  /** Asserts the code of the Code node on the canvas. */
  async expectCode(code: string): Promise<void> {
    await this.#openCodeNode();
    await expect(this.#code).toHaveText(code);
    await this.#closeNode();
  }

  /** Publishes the workflow on the canvas. */
  async publish(): Promise<void> {
    await this.part('workflow-open-publish-modal-button').click();
    await this.part('workflow-publish-button').click();
    const isPublished = this.part('workflow-open-publish-modal-button').filter({ hasText: 'Published' });
    await expect(isPublished).toBeVisible();
  }

  get #code(): Locator {
    return this.part('parameter-input-jsCode').locator('.cm-content');
  }

  async #fillCode(code: string): Promise<void> {
    await this.#code.fill(code);
    await expect(this.#code).toHaveText(code);
  }

  async #openCodeNode(): Promise<void> {
    await this.part('canvas-node').filter({ hasText: 'Code in JavaScript' }).dblclick();
    await expect(this.#code).toBeVisible();
  }

  async #closeNode(): Promise<void> {
    await this.part('ndv-close-button').click();
    await expect(this.part('ndv')).toBeHidden();
  }

  async #chooseNode(search: string, name: string): Promise<void> {
    await this.part('node-creator-search-bar').fill(search);
    const exact = new RegExp(`^${name}$`);
    await this.part('node-creator-item-name').filter({ hasText: exact }).first().click();
  }
}
