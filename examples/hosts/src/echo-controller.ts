import { Body, Controller, Post } from '@nestjs/common';

/**
 * A route of the host. The decorators are called as functions because Node runs this file as it is and knows no
 * decorators; a compiled project writes `@Controller()`, `@Post('echo')` and `@Body()` as usual.
 */
export class EchoController {
  echo(body: unknown): unknown {
    return body;
  }
}

const { prototype } = EchoController;
Body()(prototype, 'echo', 0);
Post('echo')(prototype, 'echo', Object.getOwnPropertyDescriptor(prototype, 'echo') as PropertyDescriptor);
Controller()(EchoController);
