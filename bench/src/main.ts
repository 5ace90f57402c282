console.log('There is no benchmark yet.');
