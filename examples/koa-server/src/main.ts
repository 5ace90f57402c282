console.log('The Koa example has no server yet.');
