console.log('The Express example has no server yet.');
